/** The mails that invite. */
import { Mails } from "@octavo/core/people/mail/Mails"
import { Effect } from "effect"
import { outbox } from "./harness.ts"

let addresses = 0
export const newAddress = () => `invited-${++addresses}@mail.test`

export const mailsTo = (address: string) => outbox.filter(({ to }) => to === address)
export const secretIn = (link: string | undefined) => new URL(link ?? "x:").searchParams.get("token") ?? ""

/** Sends what waits, until each of these people has got so many. */
export const deliver = (mails: number, ...to: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { work } = yield* Mails
    while (to.some((address) => mailsTo(address).length < mails)) yield* work
  })
