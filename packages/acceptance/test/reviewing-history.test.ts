/**
 * What became of a space, version by version, in the web application: what each changed, any two compared, one brought
 * back, a merge reverted. In Chromium, against a real server; things are found by role and name.
 */
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { executable, says, settings, start } from "../src/writing.ts"

describe.skipIf(executable === undefined)("The history of a space in the browser, on SQLite", () => {
  const { ask, changeRequest, furnished, markdownOf, world, writing } = start(sqlite)

  it("the history says what each version changed, and brings one back", settings, async () => {
    const { page: id, space } = await furnished("First words.\n")
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "update_page", page: id, document: { markdown: "Second words.\n" } }]
    })
    await writing(`${space}/start`, async ({ check, page }) => {
      await page.getByRole("navigation", { name: "Space" }).getByRole("link", { name: "History" }).click()
      await check("History")
      const revisions = page.getByRole("list", { name: "Revisions" }).getByRole("link")
      await revisions.nth(1).waitFor()
      await revisions.first().click()
      await page.getByRole("deletion").getByText("First").waitFor()
      await page.getByRole("insertion").getByText("Second").waitFor()
      expect(await page.getByRole("button", { name: "Restore this version" }).count()).toBe(0)
      await page.goBack()
      await revisions.nth(1).click()
      await page.getByRole("button", { name: "Restore this version" }).click()
      await says(page, "The space is as it was then")
      expect(await markdownOf(space, id)).toBe("First words.\n")
    })
  })

  it("a merge is reverted by another change request", settings, async () => {
    const { page: id, space } = await furnished("First words.\n")
    const draft = await changeRequest(space, "Second")
    const changes = [{ operation: "update_page", page: id, document: { markdown: "Second words.\n" } }]
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, { changes })
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/merge`)
    await writing(`${space}/~/changes/${draft.number}`, async ({ check, page }) => {
      const merge = page.getByRole("region", { name: "What is missing to merge" })
      await merge.getByRole("button", { name: "Revert" }).click()
      await says(page, "This takes it back")
      await check("Revert Second")
      await page.getByRole("deletion").getByText("Second").waitFor()
      await page.getByRole("insertion").getByText("First").waitFor()
      expect(await markdownOf(space, id)).toBe("Second words.\n")
      await merge.getByRole("button", { name: "Merge" }).click()
      await says(page, "Merged: readers see it now")
      expect(await markdownOf(space, id)).toBe("First words.\n")
    })
  })

  it("any two versions are compared, by keyboard", settings, async () => {
    const { page: id, space } = await furnished("First words.\n")
    for (const markdown of ["Second words.\n", "Third words.\n"]) {
      const changes = [{ operation: "update_page", page: id, document: { markdown } }]
      await ask(world().admin, "post", `/spaces/${space}/content`, { changes })
    }
    await writing(`${space}/~/revisions`, async ({ audit, check, page }) => {
      await check("History")
      const compare = page.getByRole("button", { name: "Compare", exact: true })
      await compare.focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => compare.isDisabled()).toBe(true)
      const boxes = page.getByRole("list", { name: "Revisions" }).getByRole("checkbox")
      for (const which of [2, 0]) {
        await boxes.nth(which).focus()
        await page.keyboard.press("Space")
      }
      await audit()
      await compare.focus()
      await page.keyboard.press("Enter")
      await page.getByRole("deletion").getByText("First").waitFor()
      await page.getByRole("insertion").getByText("Third").waitFor()
      await page.getByText("Compared with").waitFor()
      await check("Edited")
      // shareable, and the way back leads to the list
      await page.reload()
      await page.getByRole("insertion").getByText("Third").waitFor()
    })
  })

  it("who wrote each block of a page is told, with when and why", settings, async () => {
    const { page: id, space } = await furnished()
    const other = await world().member("edit")
    const draft = await changeRequest(space, "Six is seven")
    await ask(other, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
      changes: [
        { operation: "update_page", page: id, document: { markdown: "One two three.\n\nFour five seven.\n\nMore.\n" } }
      ]
    })
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/merge`)
    await writing(`${space}/start`, async ({ audit, page }) => {
      await page.getByRole("button", { name: "History" }).click()
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Who wrote what" }).click()
      const blocks = page.getByRole("list", { name: "Blocks" }).getByRole("listitem")
      await blocks.filter({ hasText: "More." }).waitFor()
      await audit()
      await expect
        .poll(() => blocks.allTextContents())
        .toEqual([
          expect.stringMatching(/^One two three\.Admin.* ago|^One two three\.Admin.*now/),
          expect.stringMatching(/^Four five seven\..*Merge/),
          expect.stringMatching(/^More\..*Merge/)
        ])
      await page.getByRole("button", { name: "Versions" }).click()
      await page.getByRole("list", { name: "Revisions" }).getByText("Created").waitFor()
    })
  })
})
