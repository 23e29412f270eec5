/** The page that makes the first organization, and what is shown in its place. Pure. */
import { type SetUpInput, setUpHours, setUpPath } from "@octavo/core/content/set-up/SetUp"
import { attributes, element, type Html, html, none } from "../html/html.ts"
import { drawForm, drawHidden, drawInFrame, frameOf, type Place, signInPath } from "./frame.ts"
import { renderMessage } from "./pages.ts"

const title = "Set up Octavo"

export interface SetUpView {
  readonly key: string
  /** What was typed. */
  readonly input: SetUpInput
  /** What is wrong with it, by field. */
  readonly problems: Readonly<Partial<Record<keyof SetUpInput, string>>>
}

const fields = [
  {
    name: "organization",
    label: "Organization",
    type: "text",
    autocomplete: "organization",
    hint: "Everything you write belongs to it."
  },
  { name: "name", label: "Your name", type: "text", autocomplete: "name", hint: "As others see it." },
  { name: "email", label: "E-mail address", type: "email", autocomplete: "email", hint: "You sign in with it." }
] as const satisfies ReadonlyArray<{ readonly name: keyof SetUpInput } & Readonly<Record<string, string>>>

/** A field with what it is for, or what is wrong with it: the reader goes on in the first one of those. */
const drawField = ({ input, problems }: SetUpView, field: (typeof fields)[number]): Html => {
  const { autocomplete, hint, label, name, type } = field
  const problem = problems[name]
  const firstWrong = fields.find((one) => problems[one.name] !== undefined)
  const control = attributes({
    id: name,
    name,
    type,
    autocomplete,
    required: true,
    value: input[name],
    autofocus: firstWrong === field,
    "aria-describedby": `${name}-note`,
    "aria-invalid": problem === undefined ? undefined : "true"
  })
  const note = attributes({ id: `${name}-note`, class: problem === undefined ? undefined : "wrong" })
  return html`<div class="field"><label for="${name}">${label}</label><input${control}><p${note}>${problem ?? hint}</p></div>`
}

const drawPage = (place: Place, content: Html): Html =>
  drawInFrame(frameOf(place, "Octavo", place.basePath), title, element("div", { class: "sign-in set-up" }, content))

/** The page with the form, for who has the key. */
export const renderSetUp = (place: Place, view: SetUpView): Html => {
  const count = Object.keys(view.problems).length
  const wrong =
    count === 0
      ? none
      : html`<p class="problem" role="alert">Nothing was made yet: ${count === 1 ? "one field needs" : `${count} fields need`} another answer.</p>`
  const form = drawForm(
    place,
    setUpPath,
    html`${drawHidden("key", view.key)}${fields.map((field) => drawField(view, field))}<button class="button" type="submit">Create</button>`
  )
  return drawPage(
    place,
    html`<h1>${title}</h1><p class="lead">Make the organization that this installation is for. You become its admin.</p>${wrong}${form}<p class="note">You are signed in right away, and find a first space with pages to replace.</p>`
  )
}

/** For who has no key: where the address of the page is. @param given whether there was one that is not good */
export const renderWithoutKey = (place: Place, given: boolean): Html => {
  const wrong = given
    ? html`<p class="problem" role="alert">This key is not good: it is older than ${setUpHours} hours, or another installation’s.</p>`
    : none
  return drawPage(
    place,
    html`<h1>${title}</h1><p class="lead">There is no organization here yet. Whoever runs this server makes it.</p>${wrong}<h2>Where to go on</h2><p>When the server starts, it writes an address with a key into its log. Look for “not set up” and open that address: it is this page with a form.</p><p>The key is good for ${setUpHours} hours; start the server again for a new one. Where several servers run, the log of each has one, and all are good.</p><p class="note">At a terminal of the server, <code>octavo init</code> does the same.</p>`
  )
}

/** There is an organization. @param late somebody has just tried to make another one */
export const renderIsSetUp = (place: Place, late: boolean): Html =>
  renderMessage(
    place,
    "This installation is set up",
    late
      ? "Its organization was made before you pressed the button, and nothing of yours was added. If that was you, sign in with your e-mail address."
      : "Its organization was made already. Ask one of its admins to invite you.",
    { signedIn: false, link: { href: place.basePath + signInPath, text: "Sign in" } }
  )
