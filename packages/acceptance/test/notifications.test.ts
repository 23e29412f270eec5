/**
 * Notifications in the web application: somebody is told, sees it, goes there and has read it. In Chromium, against a
 * real server; things are found by role and name.
 */
import { describe, expect, it } from "vitest"
import { postgres, type Store } from "../src/stores.ts"
import { executable, says, settings, start } from "../src/writing.ts"

const stories = (store: Store) => () => {
  const { ask, changeRequest, furnished, world, writing } = start(store)

  /** A change request of the admin, in which others have said something. */
  const told = async () => {
    const { space } = await furnished()
    const draft = await changeRequest(space, "Cats hiss")
    const place = `/spaces/${space}/change-requests/${draft.id}`
    const ben = await world().member("review")
    await ask(ben, "post", `${place}/comments`, { body: { markdown: "Do **they**, [Ada](https://x.test/)?" } })
    await ask(ben, "post", `${place}/reviews`, { status: "approved" })
    return { ben, draft, place, space }
  }

  it("what one was told is counted, gone to and read by keyboard", settings, async () => {
    const { draft, space } = await told()
    await writing(space, async ({ audit, check, page }) => {
      const side = page.getByRole("complementary", { name: "Organization" })
      await side.getByRole("link", { name: "Notifications, 2 unread ones" }).focus()
      await page.keyboard.press("Enter")
      await check("Notifications")
      const list = page.getByRole("list", { name: "Notifications" })
      const rows = list.getByRole("listitem")
      await expect.poll(() => rows.count()).toBe(2)
      await rows
        .first()
        .getByText(/reviewed Cats hiss$/)
        .waitFor()
      await rows.last().getByText("Do they, Ada?").waitFor()
      await rows.last().getByRole("link").focus()
      await page.keyboard.press("Enter")
      await check("Cats hiss")
      expect(new URL(page.url()).pathname).toBe(`/app/s/${space}/~/changes/${draft.number}`)
      await side.getByRole("link", { name: "Notifications, 1 unread one" }).click()
      await check("Notifications")
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "All" }).click()
      await rows.nth(1).waitFor()
      await page.getByRole("button", { name: /^Mark as unread: .* commented on Cats hiss$/ }).click()
      await side.getByRole("link", { name: "Notifications, 2 unread ones" }).waitFor()
      await page.getByRole("button", { name: "Mark all as read" }).click()
      await side.getByRole("link", { name: "Notifications", exact: true }).waitFor()
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Unread" }).click()
      await page.getByText("You have read all").waitFor()
      await audit()
    })
  })

  it("what is mailed is chosen in the account", settings, async () => {
    const { space } = await furnished()
    await writing(space, async ({ check, page }) => {
      await page.getByRole("button", { name: /Admin \d+/ }).click()
      await page.getByRole("menuitem", { name: "Account" }).click()
      await check("Account")
      const mail = page.getByRole("region", { name: "Mail" })
      const merged = mail.getByRole("combobox", { name: "What I made or reviewed is merged" })
      await expect.poll(() => merged.inputValue()).toBe("daily")
      await merged.selectOption("Never")
      await says(page, "What is mailed to you was changed")
      expect((await ask(world().admin, "get", "/user/notification-settings")).mail.merged).toBe("none")
      await page.reload()
      await expect.poll(() => merged.inputValue()).toBe("none")
    })
  })

  it("at 390 pixels, in the dark", settings, async () => {
    const { space } = await told()
    await writing(
      space,
      async ({ check, page }) => {
        await page.getByRole("banner").getByRole("link", { name: "Notifications, 2 unread ones" }).tap()
        await check("Notifications")
        await page.getByRole("button", { name: /^Mark as read: .* reviewed Cats hiss$/ }).tap()
        await expect
          .poll(() => page.getByRole("list", { name: "Notifications" }).getByRole("listitem").count(), {
            timeout: 10_000
          })
          .toBe(1)
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" }
    )
  })
}

describe.skipIf(executable === undefined)("Notifications in the browser, on Postgres", stories(postgres))
