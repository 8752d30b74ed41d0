import { createHash } from "node:crypto"
import type { Call, OutputOf } from "@uc/contract/core/call"
import {
  Import,
  importCalls,
  importLimits,
  importPartPath,
  importPartsOf,
  importService,
} from "@uc/contract/imports/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { query } from "../e2e/database.ts"
import { asked, signedIn } from "./product.ts"

/** Somebody who imports spreadsheets over HTTP, as a browser does. */
export interface Importing {
  /** Returns the import's id, checked. */
  upload(file: Buffer): Promise<string>
  /** Confirms it; the server goes on by itself. */
  confirm(id: string): Promise<void>
  one(id: string): Promise<Import>
  /** Polls every 100 ms until it has ended. */
  settled(id: string, onLook?: (found: Import) => void): Promise<Import>
  /** A department of theirs that people can be put into. */
  department(): Promise<string>
}

export async function importing(address: string, dataDir: string, account: string): Promise<Importing> {
  const { name, value } = await signedIn(address, account)
  const cookie = `${name}=${value}`
  const post = async <C extends Call>(
    { service, path }: C,
    input: Record<string, string>,
  ): Promise<OutputOf<C>> => {
    const answer = await fetch(`${address}${defaultSiteConfig.services[service]}${path}`, {
      method: "POST",
      headers: { cookie, origin: address, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(input).toString(),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: OutputOf<C> }).data
  }
  const one = async (id: string) => Import.parse(await asked(address, cookie, importCalls.one, { id }))
  const settled = async (id: string, onLook: (found: Import) => void = () => {}) => {
    for (;;) {
      const found = await one(id)
      onLook(found)
      if (found.state !== "checking" && found.state !== "running") return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return {
    one,
    settled,
    async upload(file) {
      const { id } = await post(importCalls.begin, {
        kind: "people",
        name: "people.xlsx",
        bytes: String(file.length),
      })
      const base = `${address}${defaultSiteConfig.services[importService]}${importPartPath}`
      for (let no = 0; no < importPartsOf(file.length); no++) {
        const answer = await fetch(`${base}?id=${id}&no=${no}`, {
          method: "POST",
          headers: { cookie, origin: address, "content-type": "application/octet-stream" },
          body: new Uint8Array(file.subarray(no * importLimits.partBytes, (no + 1) * importLimits.partBytes)),
        })
        if (answer.status !== 200) throw new Error(`A part was answered with ${answer.status}`)
      }
      await post(importCalls.check, { id })
      return id
    },
    async confirm(id) {
      // Proving again who one is takes a slider and a person; that it works is shown elsewhere.
      await query(
        `insert into reauth_grant (session_id, person_id, mid, factor, expires_at, max_uses)
          select id, person_id, 'import', 'password', now() + interval '5 minutes', 1 from session where token_hash = $1`,
        [createHash("sha256").update(value).digest()],
        dataDir,
      )
      await post(importCalls.run, { id, disablesMissing: "0" })
    },
    async department() {
      const [first] = await query<{ name: string }>(
        `select d.name from department d join person p on p.org_id = d.org_id
          where p.account = $1 and d.level = 0 and d.disabled_at is null order by d.sort_no limit 1`,
        [account],
        dataDir,
      )
      return first?.name ?? ""
    },
  }
}

const surnames = Array.from("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨单曾仇查")
const given = Array.from("文博雅静子涵欣怡浩宇梓轩思远明哲晓彤佳琪")

/** So many people, each with another account, phone and name. */
export function* peopleRows(count: number, department: string, mark: string): Generator<readonly string[]> {
  for (let at = 0; at < count; at++) {
    const of = (letters: readonly string[], step: number) =>
      letters[Math.floor(at / step) % letters.length] ?? ""
    const name = of(surnames, 1) + of(given, 20) + of(given, 400)
    const phone = `1${String(3_000_000_000 + at)}`
    yield [`${mark}-${at}`, name, phone, at % 2 ? "男" : "女", department, at % 7 ? "教师" : "班主任"]
  }
}

export const peopleTitles = ["账号", "姓名", "手机号", "性别", "部门", "职务"] as const
