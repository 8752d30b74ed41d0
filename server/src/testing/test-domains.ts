import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { domainCalls } from "@uc/contract/domains/calls"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { FastifyInstance } from "fastify"
import { grantFor } from "./test-danger.ts"
import { testApp, type TestApp, type TestClient } from "./test-app.ts"

/** For tests of authorised domains [DISTRICT-12]: the site of a vendor, and who may use it. */
export const vendorOrigin = "https://finance.canary.example"

export async function appWithDocument(): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  return testApp({ portalFolder: folder })
}

export async function listVendor(app: TestApp, client: TestClient, more: object = { isForBelow: 1 }) {
  await grantFor(app, client, "domain")
  const { id } = await client.send(domainCalls.save, { name: "财务系统", domainIp: vendorOrigin, ...more })
  return id
}

export async function secretOf(app: TestApp, client: TestClient, id: string): Promise<string> {
  await grantFor(app, client, "domain-secret")
  return (await client.send(domainCalls.renewSecret, { id })).secret
}

/** A bureau that has listed the site for everything below it, and can redeem tickets with the entry's one secret. */
export async function bureauWithVendor() {
  const app = await appWithDocument()
  const bureau = await app.as("bureau-a")
  const id = await listVendor(app, bureau)
  return { app, bureau, id, secret: await secretOf(app, bureau, id) }
}

export async function decline(app: TestApp, head: TestClient, id: string) {
  await grantFor(app, head, "domain")
  return head.send(domainCalls.decline, { id })
}

export const ticketFor = async (client: TestClient) =>
  (await client.send(domainCalls.ticket, { origin: vendorOrigin })).ticket

/** What three of the list's four consumers say: the document's policy, the bridge, the ticket. */
export async function seenBy({ app }: { readonly app: FastifyInstance }, client: TestClient) {
  const document = await app.inject({ url: portalBase, headers: client.headers })
  const { domains } = await client.send(domainCalls.inForce, {})
  const ticket = await client.request(domainCalls.ticket, { origin: vendorOrigin })
  return {
    document: String(document.headers["content-security-policy"]).includes(vendorOrigin),
    bridge: domains?.some((domain) => domain.origin === vendorOrigin) ?? false,
    ticket: ticket.statusCode === 200,
  }
}

export const everywhere = { document: true, bridge: true, ticket: true }
export const nowhere = { document: false, bridge: false, ticket: false }

/** A menu for everybody that leads to the site. */
export async function addVendorMenu(app: TestApp, platform: TestClient): Promise<void> {
  await grantFor(app, platform, "menu")
  await platform.send(menuAdminCalls.save, {
    text: "财务",
    kind: "hosted",
    path: `${vendorOrigin}/in`,
    icon: "page",
    isDisabled: false,
    audience: [{ usertype: null, minAdmintype: 0, orgid: null }],
  })
}

/** The fourth consumer: in how many organisations of each kind the menu audit says that it may be hosted. */
export async function auditedOrganisations(platform: TestClient): Promise<Record<string, number>> {
  const { authorised } = await platform.send(menuAdminCalls.list, {})
  const ofVendor = authorised.filter((one) => one.origin === vendorOrigin)
  return Object.fromEntries(ofVendor.map((one) => [one.usertype, one.organisations]))
}
