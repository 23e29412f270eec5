/**
 * What search knows of languages: words that say nothing of what is asked for, and the forms of a word that mean the same.
 * Made when a query is read, so that an index is the same in every language. Words are folded as terms are. Pure.
 */

interface LanguageRules {
  /** Words that hold sentences together, and those that questions are asked with. */
  readonly functionWords: ReadonlySet<string>
  /** Other forms of a word. */
  readonly forms: (word: string) => ReadonlyArray<string>
  /** The noun of what a verb does, and the verb of a noun. */
  readonly related: (word: string) => ReadonlyArray<RelatedForm>
}

export interface RelatedForm {
  readonly text: string
  /** Whether longer words are meant, too. */
  readonly isPrefix: boolean
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

/** What is left of a word without one of some endings. */
const without = (word: string, endings: RegExp, least: number): ReadonlyArray<string> => {
  const stem = word.replace(endings, "")
  return stem === word || stem.length < least ? [] : [stem]
}

/** Shortest beginning of an English word that says enough of its verb or noun. */
const shortestVerb = 5
/** Endings of words that are no verbs. */
const noVerb =
  /(?:[eo]r|[^aeiou]le|ion|ment|ness|ity|ship|(?<!man)age|ic|al|ous|ive|able|ful|ing|ed|[^s]s|[aiou]|[^aeiou]y)$/

/** Nouns that may be made of an English verb, by their beginnings. */
const nounsOf = (verb: string): ReadonlyArray<string> => {
  if (/..ify$/.test(verb)) return [`${verb.slice(0, -1)}ication`]
  if (verb.length < shortestVerb || noVerb.test(verb)) return []
  const bare = verb.replace(/e$/, "")
  if (/[^s]te$/.test(verb)) return verb.length > shortestVerb ? [`${bare}ion`] : []
  return [`${bare}ation`, `${verb}ment`, ...(/(?:[cprs]t|ss)$/.test(verb) ? [`${verb}ion`] : [])]
}

const englishRelated = (word: string): ReadonlyArray<RelatedForm> => {
  if (!/^[a-z]{5,}$/.test(word)) return []
  const verbs = [
    ...without(word, /(?<=if)ications?$/, shortest),
    ...without(word, /ments?$/, shortestVerb),
    // migration is of migrate, installation of install
    ...[...without(word, /ations?$/, shortestVerb), ...without(word, /(?<=t|ss)ions?$/, shortestVerb)].slice(0, 1)
  ]
  const beginnings = verbs.length > 0 ? verbs : [...englishStems(word)].flatMap(nounsOf)
  const others = [
    [/(?<=[^aeiou]..)is$/, "es"] as const,
    [/(?<=[^aeiou].)[ei]x$/, "ices"] as const,
    [/(?<=...)ices$/, "ix"] as const
  ]
  return [
    ...beginnings.map((text) => ({ text, isPrefix: true })),
    ...others.flatMap(([ending, instead]) =>
      ending.test(word) ? [{ text: word.replace(ending, instead), isPrefix: false }] : []
    )
  ]
}

/** Endings of verbs beside those of their nouns. */
type Family = readonly [verbs: string, nouns: string]

/** Shortest stem of a word that has an ending of a family. */
const shortestOfFamily = 4

const byFamilies = (families: ReadonlyArray<Family>) => (word: string) =>
  families.flatMap(([verbs, nouns]) =>
    [
      [verbs.split(" "), nouns.split(" ")],
      [nouns.split(" "), verbs.split(" ")]
    ].flatMap(([from, to]) =>
      from!.flatMap((ending) => {
        const stem = word.slice(0, word.length - ending.length)
        const isOne = word.endsWith(ending) && stem.length >= shortestOfFamily
        return isOne ? to!.map((instead) => ({ text: stem + instead, isPrefix: false })) : []
      })
    )
  )

const languages: Readonly<Record<string, LanguageRules>> = {
  en: {
    functionWords: list(
      "a an and any are as at be been but by can could did do does find for from had has have how i if in into is it its me my need of on or our shall should so such than that the their them then there these they this those to us use using want was we were what when where which who whom whose why will with would you your"
    ),
    forms: english,
    related: englishRelated
  },
  de: {
    functionWords: list(
      "aber alle als am an auch auf aus bei beim bin bis da damit das dass dem den der des die dies diese diesem diesen dieser dieses durch ein eine einem einen einer eines er es fur hat ich ihr im in ins ist kann konnen man mein mein mich mir mit muss nach nicht oder ob sich sie sind so soll um und uns unser vom von vor wann warum was welche welcher welches wenn wer werden wie wir wird wo wozu zu zum zur"
    ),
    forms: byEndings("e en er es em n s", 4),
    related: byFamilies([
      ["ieren iere iert", "ation ationen"],
      ["en n", "ung ungen"]
    ])
  },
  fr: {
    functionWords: list(
      "a au aux avec ce ces cet cette comment dans de des du elle en est et il ils je la le les leur ma mais mes mon ne nos notre nous on ou par pas peut pour pourquoi puis quand que quel quelle quels quelles qui sa sans se ses son sont sur ta tes ton tu un une vos votre vous y"
    ),
    forms: byEndings("s e es x", 4),
    related: byFamilies([
      ["er ez e ee", "ation ations"],
      ["er ez", "ement ements"]
    ])
  },
  es: {
    functionWords: list(
      "a al como con cual cuales cuando de del donde el ella ellos en es esta estas este esto estos hay la las lo los me mi mis no nos o para pero por porque puede puedo que quien se ser si sin sobre son su sus te tu tus un una unas unos y"
    ),
    forms: byEndings("s es a o as os", 4),
    related: byFamilies([
      ["ar a ado", "acion aciones"],
      ["ar", "amiento amientos"]
    ])
  },
  it: {
    functionWords: list(
      "a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed gli ha ho i il in io la le lo ma mi mio nel nella no non o per perche piu posso puo quale quali quando quello questa questi questo se si sono su sul sulla tra un una uno"
    ),
    forms: byEndings("a e i o", 4),
    related: byFamilies([
      ["are a ato", "azione azioni"],
      ["are", "amento amenti"]
    ])
  },
  nl: {
    functionWords: list(
      "aan als bij dan dat de deze die dit door een en er haar heb heeft het hier hij hoe ik in is je kan kun kunnen maar me met mijn moet naar niet nog of om onze ook op over te tot uit uw van voor waar waarom wanneer wat we welke wie wij wordt worden ze zich zijn"
    ),
    forms: byEndings("s en e n", 4),
    related: byFamilies([
      ["eren eer eert", "atie aties"],
      ["en", "ing ingen"]
    ])
  },
  no: {
    functionWords: list(
      "alle at av de deg dem den det din du eller en er et for fra ha har hva hvem hvilke hvilken hvor hvordan hvorfor i ikke jeg kan man med meg min mitt nar og om pa seg sin skal som til var vi vil ved"
    ),
    forms: byEndings("en et er e ene a s", 4),
    related: byFamilies([
      ["ere erer ert", "asjon asjonen asjoner"],
      ["e", "ing ingen inger"]
    ])
  },
  pt: {
    functionWords: list(
      "a ao aos as com como da das de do dos e ela ele eles em esta este isso isto ja la mas me meu minha na nas nao no nos o onde os ou para pela pelo por porque posso pode qual quais quando que quem se sem ser seu sua sao sobre tem um uma umas uns"
    ),
    forms: byEndings("s es a o as os", 4),
    related: byFamilies([
      ["ar a ado", "acao acoes"],
      ["ar", "amento amentos"]
    ])
  },
  ru: {
    functionWords: list(
      "а без бы в во вы где для до его ее если есть еще же за и из или их к как какая какие какои когда кто куда ли мне можно мои мы на над нам нас наш не ни но о об он она они от по под почему при с со свои так также то что чтобы это этот эта эти я"
    ),
    forms: byEndings("а я ы и у ю е о ам ах ом ов ои ем ея ии ию ия ях ями ами", 3),
    related: byFamilies([
      ["ировать", "ация ации ацию ирование"],
      ["ить", "ка ки ку"]
    ])
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

/** What a verb does, and the verb of what is done: `configuration` of `configure`; without the forms of the word. */
export const relatedForms = (word: string, language?: string): ReadonlyArray<RelatedForm> => {
  const { forms, related } = rulesOf(language)
  const known = new Set([word, ...forms(word)])
  return related(word).filter(({ text }) => {
    const isNew = !known.has(text)
    known.add(text)
    return isNew
  })
}
