import { manageCalls } from "@uc/contract/manage/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

test("[HOME-5][ROLE-2] the tiles count what is administered; menus and codes are the platform's", async () => {
  const app = await testApp()
  const overview = async (account: string) => (await app.as(account)).send(manageCalls.overview, {})
  const platform = await overview("platform")
  expect(platform).toMatchObject({ organisations: 8, signedIn: 1 })
  expect([platform.menus, platform.codeTables].every((count) => count !== null && count > 5)).toBe(true)
  const bureau = await overview("bureau-a")
  expect(bureau).toMatchObject({ organisations: 5, signedIn: 1, menus: null, codeTables: null })
  const school = await overview("head-a1")
  expect(school).toMatchObject({ organisations: 1, signedIn: 1 })
  expect(school.people).toBeGreaterThan(0)
  expect(bureau.people).toBeGreaterThan(school.people)
  expect(platform.people).toBeGreaterThan(bureau.people)
  await expect(overview("teacher-a1")).rejects.toThrow(noPermissionMessage("manage.overview"))
})
