/**
 * What search knows of languages: words that say nothing of what is asked for, and the forms of a word that mean the same.
 * Made when a query is read, so that an index is the same in every language. Words are folded as terms are. Pure.
 */

interface LanguageRules {
  /** Words that hold sentences together, and those that questions are asked with. */
  readonly functionWords: ReadonlySet<string>
  /** Other forms of a word. */
  readonly forms: (word: string) => ReadonlyArray<string>
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** Shortest stem: what is shorter is a word of its own. */
const shortest = 3

/** Forms of a language in which words change at their ends: the stem with each of its endings. */
const byEndings = (endings: string, least: number) => {
  const all = endings.split(" ")
  const longestFirst = all.toSorted((a, b) => b.length - a.length)
  return (word: string): ReadonlyArray<string> => {
    const ending = longestFirst.find((one) => word.endsWith(one) && word.length - one.length >= least) ?? ""
    const stem = word.slice(0, word.length - ending.length)
    return stem.length < least ? [] : [stem, ...all.map((one) => stem + one)].filter((form) => form !== word)
  }
}

/** Stems of an English word: without the ending of a plural, of `-ing` or of `-ed`. */
const englishStems = (word: string): ReadonlySet<string> => {
  const stems = new Set([word])
  const without = (ending: string, instead = ""): void => {
    if (word.endsWith(ending) && word.length - ending.length >= shortest)
      stems.add(word.slice(0, -ending.length) + instead)
  }
  if (!word.endsWith("ss")) without("s")
  if (/(?:s|x|z|ch|sh)es$/.test(word)) without("es")
  without("ies", "y")
  for (const ending of ["ing", "ed"]) {
    without(ending)
    without(ending, "e")
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : ""
    // stopped, running
    if (stem.length > shortest && stem.at(-1) === stem.at(-2)) stems.add(stem.slice(0, -1))
  }
  return stems
}

const english = (word: string): ReadonlyArray<string> => {
  if (!/^[a-z]{3,}$/.test(word)) return []
  const forms = new Set<string>()
  for (const stem of englishStems(word)) {
    forms.add(stem)
    forms.add(
      /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ies` : /(?:s|x|z|ch|sh)$/.test(stem) ? `${stem}es` : `${stem}s`
    )
    const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(stem) ? stem + stem.at(-1) : stem
    const bare = stem.endsWith("e") ? stem.slice(0, -1) : doubled
    forms.add(`${bare}ing`)
    forms.add(`${bare}ed`)
  }
  forms.delete(word)
  return [...forms]
}

const languages: Readonly<Record<string, LanguageRules>> = {
  en: {
    functionWords: list(
      "a an and any are as at be been but by can could did do does find for from had has have how i if in into is it its me my need of on or our shall should so such than that the their them then there these they this those to us use using want was we were what when where which who whom whose why will with would you your"
    ),
    forms: english
  },
  de: {
    functionWords: list(
      "aber alle als am an auch auf aus bei beim bin bis da damit das dass dem den der des die dies diese diesem diesen dieser dieses durch ein eine einem einen einer eines er es fur hat ich ihr im in ins ist kann konnen man mein mein mich mir mit muss nach nicht oder ob sich sie sind so soll um und uns unser vom von vor wann warum was welche welcher welches wenn wer werden wie wir wird wo wozu zu zum zur"
    ),
    forms: byEndings("e en er es em n s", 4)
  },
  fr: {
    functionWords: list(
      "a au aux avec ce ces cet cette comment dans de des du elle en est et il ils je la le les leur ma mais mes mon ne nos notre nous on ou par pas peut pour pourquoi puis quand que quel quelle quels quelles qui sa sans se ses son sont sur ta tes ton tu un une vos votre vous y"
    ),
    forms: byEndings("s e es x", 4)
  },
  es: {
    functionWords: list(
      "a al como con cual cuales cuando de del donde el ella ellos en es esta estas este esto estos hay la las lo los me mi mis no nos o para pero por porque puede puedo que quien se ser si sin sobre son su sus te tu tus un una unas unos y"
    ),
    forms: byEndings("s es a o as os", 4)
  },
  it: {
    functionWords: list(
      "a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed gli ha ho i il in io la le lo ma mi mio nel nella no non o per perche piu posso puo quale quali quando quello questa questi questo se si sono su sul sulla tra un una uno"
    ),
    forms: byEndings("a e i o", 4)
  },
  nl: {
    functionWords: list(
      "aan als bij dan dat de deze die dit door een en er haar heb heeft het hier hij hoe ik in is je kan kun kunnen maar me met mijn moet naar niet nog of om onze ook op over te tot uit uw van voor waar waarom wanneer wat we welke wie wij wordt worden ze zich zijn"
    ),
    forms: byEndings("s en e n", 4)
  },
  no: {
    functionWords: list(
      "alle at av de deg dem den det din du eller en er et for fra ha har hva hvem hvilke hvilken hvor hvordan hvorfor i ikke jeg kan man med meg min mitt nar og om pa seg sin skal som til var vi vil ved"
    ),
    forms: byEndings("en et er e ene a s", 4)
  },
  pt: {
    functionWords: list(
      "a ao aos as com como da das de do dos e ela ele eles em esta este isso isto ja la mas me meu minha na nas nao no nos o onde os ou para pela pelo por porque posso pode qual quais quando que quem se sem ser seu sua sao sobre tem um uma umas uns"
    ),
    forms: byEndings("s es a o as os", 4)
  },
  ru: {
    functionWords: list(
      "а без бы в во вы где для до его ее если есть еще же за и из или их к как какая какие какои когда кто куда ли мне можно мои мы на над нам нас наш не ни но о об он она они от по под почему при с со свои так также то что чтобы это этот эта эти я"
    ),
    forms: byEndings("а я ы и у ю е о ам ах ом ов ои ем ея ии ию ия ях ями ами", 3)
  }
}

/** @param language as BCP 47 has it; words of others, and of none, are taken for English ones */
const rulesOf = (language: string | undefined): LanguageRules =>
  languages[(language ?? "en").toLowerCase().split("-")[0]!] ?? languages["en"]!

export const isFunctionWord = (word: string, language?: string): boolean => rulesOf(language).functionWords.has(word)

/** Forms of a word that mean the same, as `logging` of `logs`; without itself. */
export const wordForms = (word: string, language?: string): ReadonlyArray<string> => [
  ...new Set(rulesOf(language).forms(word))
]
