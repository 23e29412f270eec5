/** Making the first organization, as answers without a socket: the page, and what its form does. */
import { SetUp, type SetUpInput } from "@octavo/core/content/set-up/SetUp"
import { sessionSeconds } from "@octavo/core/people/sign-in/Sessions"
import { Effect } from "effect"
import type { AppAnswer, AppRequest, PageAnswer } from "./answers.ts"
import type { PlaceOf } from "./frame.ts"
import { renderIsSetUp, renderSetUp, renderWithoutKey } from "./setUpPages.ts"

export const makeSetUp = ({ basePath, placeOf }: { readonly basePath: string; readonly placeOf: PlaceOf }) =>
  Effect.gen(function* () {
    const setUp = yield* SetUp

    const form = (
      request: AppRequest,
      key: string,
      input: SetUpInput,
      problems: Parameters<typeof renderSetUp>[1]["problems"] = {}
    ): PageAnswer => ({
      kind: "page",
      status: Object.keys(problems).length === 0 ? 200 : 400,
      html: renderSetUp(placeOf(request), { key, input, problems })
    })
    const withoutKey = (request: AppRequest, key: string): PageAnswer => ({
      kind: "page",
      status: key === "" ? 200 : 403,
      html: renderWithoutKey(placeOf(request), key !== "")
    })
    const isSetUp = (request: AppRequest, status: 404 | 409): PageAnswer => ({
      kind: "page",
      status,
      html: renderIsSetUp(placeOf(request), status === 409)
    })

    /** The page. */
    const show = Effect.fnUntraced(function* (request: AppRequest, key: string) {
      if (!(yield* setUp.isPending)) return isSetUp(request, 404)
      if (!(yield* setUp.isKey(key))) return withoutKey(request, key)
      return form(request, key, { organization: "", name: "", email: "" })
    })

    /** What its form does: whoever sent it is signed in then. */
    const submit = (request: AppRequest, fields: URLSearchParams) => {
      const field = (name: string) => fields.get(name) ?? ""
      const key = field("key")
      const input = { organization: field("organization"), name: field("name"), email: field("email") }
      return setUp.begin(key, input).pipe(
        Effect.map(
          (session): AppAnswer => ({
            kind: "went",
            location: basePath,
            cookies: [{ name: "session", value: session, maxAge: sessionSeconds }]
          })
        ),
        Effect.catchTags({
          Conflict: () => Effect.succeed(isSetUp(request, 409)),
          Forbidden: () => Effect.succeed(withoutKey(request, key)),
          Invalid: ({ details = [] }) =>
            Effect.succeed(
              form(request, key, input, Object.fromEntries(details.map(({ message, path }) => [path, message])))
            )
        })
      )
    }

    return { show, submit }
  })
