// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://portal.example/" }
import { domainCalls } from "@uc/contract/domains/calls"
import { mixedContentMessage } from "@uc/contract/domains/mixed-content"
import { menuAdminCalls, type AdministeredMenu } from "@uc/contract/menus/admin-calls"
import { moduleCalls } from "@uc/contract/modules/calls"
import { admintypes } from "@uc/contract/account/calls"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { shownToasts } from "../../../platform/browser/toast.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { someUser } from "../../../testing/some-user.ts"
import { keepOwnPages } from "../own-pages.ts"
import { Component } from "./menus.page.tsx"

const site = "http://oa.example.cn"

const menu: AdministeredMenu = {
  id: "1",
  parentId: null,
  text: "办公",
  kind: "hosted",
  path: `${site}/in`,
  icon: "",
  isDisabled: false,
  moduleid: null,
  modulename: null,
  audience: [{ usertype: null, minAdmintype: 0, orgid: null, orgname: null }],
  version: "v1",
}

beforeEach(() => {
  keepOwnPages({ list: [], has: () => false })
  keepUser({ ...someUser, usertype: 10, admintype: admintypes.platform })
  serveFakes(
    answering(menuAdminCalls.list, () => ({
      items: [menu],
      version: "tree",
      people: [{ usertype: 40 as const, admintype: 0 as const, orgid: null, people: 5 }],
      authorised: [],
      organisations: [{ usertype: 40 as const, organisations: 2 }],
    })),
    answering(menuAdminCalls.save, () => ({ id: "1" })),
    answering(moduleCalls.tree, () => []),
    answering(domainCalls.list, () => ({ domainList: [], inheritedDomains: [], refusedOrigins: [] })),
    answering(domainCalls.inForce, () => ({ version: "1", domains: [] })),
  )
})

test("[DISTRICT-12] a menu with an http address on an https portal is told while typed and when saved", async () => {
  renderPage(<Component />)
  fireEvent.click(await screen.findByRole("button", { name: "办公" }))
  const form = await screen.findByRole("dialog")
  const address = within(form).getByDisplayValue(`${site}/in`)
  expect(within(form).getByText(mixedContentMessage)).toBeTruthy()
  fireEvent.change(address, { target: { value: "https://oa.example.cn/in" } })
  expect(within(form).queryByText(mixedContentMessage)).toBeNull()
  fireEvent.change(address, { target: { value: `${site}/in` } })
  fireEvent.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain(mixedContentMessage))
})

test("[DISTRICT-12] the form that lists a site tells that browsers block it", async () => {
  renderPage(<Component />)
  const audit = await screen.findByRole("region", { name: "菜单检查" })
  fireEvent.click(within(audit).getByRole("button", { name: `授权${site}（办公）` }))
  const dialog = await screen.findByRole("dialog", { name: "列入授权域名" })
  expect(within(dialog).getByText(mixedContentMessage)).toBeTruthy()
})
