import { describe, expect, it } from "vitest"
import { invitation } from "../../../src/people/mail/compose.ts"

const instance = { publicUrl: "https://docs.test", version: "0", built: "" }

describe("the words of an invitation", () => {
  it("lead somebody new to the page that verifies the address", () => {
    const mail = invitation(instance, { organization: "Acme", sender: "Ada", secret: "s3" })
    expect(mail.subject).toBe("Confirm your address to join Acme")
    expect(mail.text).toContain("Ada has invited you to Acme.")
    expect(mail.text).toContain("\nhttps://docs.test/auth/verify?token=s3\n")
    expect(mail.link).toBe("https://docs.test/auth/verify?token=s3")
  })

  it("tell somebody with a verified address where they are now", () => {
    const mail = invitation(instance, { organization: "Acme", sender: null, secret: undefined })
    expect(mail.text).toContain("You were added to Acme.")
    expect(mail.text).not.toContain("verify")
  })

  it("keep names of people on one line and short", () => {
    const mail = invitation(instance, {
      organization: `A\r\nBcc: x@y.zz ${"x".repeat(300)}`,
      sender: "B\u2028C",
      secret: "s"
    })
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect([...mail.subject].length).toBeLessThan(120)
    expect(mail.text).toContain("B C has invited")
  })
})
