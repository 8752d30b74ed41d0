import { everyHelper } from "@uc/contract/domains/calls"
import { authDomain } from "../db/schema/domains.ts"
import { searchKeys } from "../db/queries/search-keys.ts"
import { officeOperations } from "./hosted/hosted-pages.ts"
import type { DemoOrganisation, World } from "./world.ts"

/** `.example` belongs to nobody, so no request ever reaches a real server. */
export function addDomains({ rows }: World, org: DemoOrganisation): void {
  const host = searchKeys(org.shortName).initials
  const domains = [
    ["单位官网", `https://www.${host}-${org.id}.edu.example`],
    ["综合办公", "https://oa.wenlan.example"],
    ["视频巡查", "https://video.wenlan.example"],
  ] as const
  for (const [name, origin] of domains)
    rows.put(authDomain, {
      orgId: org.id,
      name,
      domainIp: origin,
      origin,
      ...(name === "综合办公" && { helpers: [...everyHelper], operations: [...officeOperations] }),
    })
}
