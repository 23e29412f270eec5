import { describe, expect, it } from "vitest"
import { renderFormula } from "../src/math.ts"
import { mathStyle } from "../src/mathStyle.ts"

/** Usual formulas, as KaTeX takes them. */
const usual: ReadonlyArray<string> = [
  String.raw`\begin{align} a &= b + c \\ d + e &= f \end{align}`,
  String.raw`\begin{aligned} a &= b \\ &= c \end{aligned}`,
  String.raw`\begin{alignat}{2} x &= 1 &\quad y &= 2 \end{alignat}`,
  String.raw`\begin{gather} a = b \\ c = d \end{gather}`,
  String.raw`\begin{equation} E = mc^2 \tag{1} \end{equation}`,
  String.raw`\begin{split} a &= b \end{split}`,
  String.raw`f(x) = \begin{cases} x^2 & \text{if } x > 0 \\ -x & \text{otherwise} \end{cases}`,
  String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{bmatrix} 1 \end{bmatrix} \begin{vmatrix} a \end{vmatrix}`,
  String.raw`\begin{Bmatrix} x \end{Bmatrix} \begin{smallmatrix} a \end{smallmatrix}`,
  String.raw`\begin{array}{c|cc} & x & y \\ \hline a & 1 & 2 \end{array}`,
  String.raw`\left( \frac{a}{b} \right) \left[ \sum_{i=1}^{n} x_i \right] \left\{ \int_0^1 f \right.`,
  String.raw`\operatorname{softmax}(z)_i \operatorname*{arg\,max}_{\theta}`,
  String.raw`\hat{x} \bar{x} \tilde{x} \vec{x} \dot{x} \ddot{x} \widehat{xyz} \overline{AB} \widetilde{abc}`,
  String.raw`\overbrace{a+b}^{n} \underbrace{d+e}_{m} \overrightarrow{AB}`,
  String.raw`\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi} \oint_C \iint_D`,
  String.raw`\sum_{n=1}^{\infty} \frac{1}{n^2} \prod_{i} \bigcup_{i} \lim_{x \to 0}`,
  String.raw`\sqrt[3]{x} \binom{n}{k} \dfrac{a}{b} \tfrac{a}{b}`,
  String.raw`\mathbb{R} \mathcal{F} \mathfrak{g} \mathbf{v} \mathrm{d} \mathsf{A} \mathtt{x} \boldsymbol{\alpha}`,
  String.raw`\forall x \in \mathbb{R}\; \exists y : x < y \land y \neq 0 \implies \neg p \iff q`,
  String.raw`A \xrightarrow[below]{above} B \xleftarrow{f} C \mapsto D \hookrightarrow E`,
  String.raw`\color{red}{x} + \textcolor{blue}{y}`,
  String.raw`x'\; f''(x) \; a_{i}^{j} \; {}^{14}_{6}\mathrm{C} \; \dots \cdots \ddots`,
  String.raw`\boxed{E} \cancel{x} \bcancel{y} \xcancel{z} \sout{w}`,
  String.raw`\underset{x \in X}{\min}\; \overset{!}{=} \; \stackrel{def}{=} \; \substack{a\\b}`,
  String.raw`\Bigl( \bigl[ \Bigg| x \Bigg| \bigr] \Bigr) \lfloor x \rfloor \lceil y \rceil \langle z \rangle`,
  String.raw`\text{Text with $x^2$ inside and \textbf{bold}}`,
  String.raw`P(A \mid B) \quad a \bmod b \quad a \equiv b \pmod n`,
  String.raw`\nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t} \quad \hbar \ell \Re \Im \aleph`,
  String.raw`\def\R{\mathbb{R}} f: \R \to \R`,
  String.raw`\newcommand{\inner}[2]{\langle #1, #2 \rangle} \inner{x}{y}`
]

it.each(usual)("a usual formula is drawn, and has the style that it needs: %s", (source) => {
  const mathml = renderFormula(source, true)
  expect(mathml).toMatch(/^<math/)
  // of what the library names, what is no accident of its own
  for (const [, names] of mathml!.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names!
      .split(" ")
      .filter(
        (one) => !/^(?:tml-display|ff-|wbk-|tml-vec|tml-tag|chr-\w+-|mathcal|mathscr|tml-(?:cap|x)shift)/.test(one)
      )) {
      expect(mathStyle, name).toMatch(new RegExp(`\\.${name}(?![\\w-])`))
    }
  }
})

describe("A formula that defines a name", () => {
  const linesOf = (source: string) => renderFormula(source, false)?.match(/<mo[^>]*>[^<]*<\/mo>/g)

  it("means its own, also where the library has it", () => {
    const own = String.raw`\newcommand{\norm}[1]{\lfloor #1 \rfloor} \norm{x}`
    expect(linesOf(own)?.join("")).toContain("⌊")
    expect(linesOf(own.replace("{\\norm}", "\\norm"))?.join("")).toContain("⌊")
    expect(linesOf(String.raw`\norm{x}`)?.join("")).not.toContain("⌊")
  })

  it("is refused where it can't be read, or defines more names than anybody does", () => {
    const names = ["norm", "abs", "set", "bra", "ket", "Set", "Bra", "Ket", "ang", "ne", "le", "ge", "to", "gets"]
    const source = names.map((name) => `\\newcommand{\\${name}}{x}`).join("")
    expect(renderFormula(source, false)).toBeUndefined()
    expect(renderFormula(String.raw`\newcommand{\x}`, false)).toBeUndefined()
  })
})
