import { requestBudgets } from "@uc/contract/core/http"
import { expect, test } from "vitest"
import { readConfig } from "./config.ts"

test("without variables it listens on loopback with embedded database and demo", () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: null,
    site: { staticAddress: null, isDemo: true },
  })
})

test("demo mode is off with a real database or a public address, unless DEMO=on", () => {
  expect(readConfig({ DATABASE_URL: "postgresql://uc@db/uc" }).site.isDemo).toBe(false)
  expect(readConfig({ HOST: "0.0.0.0" }).site.isDemo).toBe(false)
  expect(readConfig({ TRUST_PROXY: "1" }).site.isDemo).toBe(false)
  expect(readConfig({ STATIC_ADDRESS: "http://portal.example.cn/static/usercenter/" }).site.isDemo).toBe(
    false,
  )
  expect(readConfig({ HOST: "0.0.0.0", DEMO: "on" }).site.isDemo).toBe(true)
  expect(readConfig({ DEMO: "off" }).site.isDemo).toBe(false)
})

test("all wrong variables are named", () => {
  const wrong = () => readConfig({ PORT: "99999", DATABASE_URL: "mysql://x", DEMO: "yes" })
  expect(wrong).toThrow(/PORT/)
  expect(wrong).toThrow(/DATABASE_URL/)
  expect(wrong).toThrow(/DEMO/)
})

test("[SHELL-6] each service may have another address", () => {
  expect(readConfig({ EWLS_URL: "https://alarms.example.cn/ewls" }).site.services.ewls).toBe(
    "https://alarms.example.cn/ewls",
  )
})

test("an SMS gateway needs both its address and a secret of at least 16 characters", () => {
  const url = "https://sms.example.cn/send"
  const secret = "0123456789abcdef"
  expect(readConfig({}).smsGateway).toBeNull()
  expect(readConfig({ SMS_GATEWAY_URL: url, SMS_GATEWAY_SECRET: secret }).smsGateway).toEqual({ url, secret })
  expect(() => readConfig({ SMS_GATEWAY_URL: url })).toThrow(/SMS_GATEWAY_SECRET/)
  expect(() => readConfig({ SMS_GATEWAY_SECRET: secret })).toThrow(/SMS_GATEWAY_URL/)
  expect(() => readConfig({ SMS_GATEWAY_URL: url, SMS_GATEWAY_SECRET: "short" })).toThrow(
    /SMS_GATEWAY_SECRET/,
  )
  expect(() => readConfig({ SMS_GATEWAY_URL: "ftp://x.cn", SMS_GATEWAY_SECRET: secret })).toThrow(
    /SMS_GATEWAY_URL/,
  )
})

test("[OPS-1] a backup each night needs a passphrase that is worth the name", () => {
  const passphrase = "four words and a number 7"
  expect(readConfig({}).nightlyBackup).toBeNull()
  expect(readConfig({ BACKUP_TO: "/backups", BACKUP_PASSPHRASE: passphrase })).toMatchObject({
    nightlyBackup: { folder: "/backups", keep: 14 },
    backupPassphrase: passphrase,
  })
  expect(() => readConfig({ BACKUP_TO: "/backups" })).toThrow(/BACKUP_PASSPHRASE: backups/)
  expect(() => readConfig({ BACKUP_PASSPHRASE: "short" })).toThrow(/BACKUP_PASSPHRASE/)
  expect(() => readConfig({ BACKUP_KEEP: "0" })).toThrow(/BACKUP_KEEP/)
})

test("[DAY-11] a webhook for reminders needs both its address and a secret", () => {
  const url = "https://chat.example.cn/hook"
  const secret = "0123456789abcdef"
  expect(readConfig({}).reminderWebhook).toBeNull()
  const both = { REMINDER_WEBHOOK_URL: url, REMINDER_WEBHOOK_SECRET: secret }
  expect(readConfig(both).reminderWebhook).toEqual({ url, secret })
  expect(() => readConfig({ REMINDER_WEBHOOK_URL: url })).toThrow(/REMINDER_WEBHOOK_SECRET/)
  expect(() => readConfig({ REMINDER_WEBHOOK_SECRET: secret })).toThrow(/REMINDER_WEBHOOK_URL/)
})

test("[FAULT-10] INNER_NETWORKS_FOR_ALL is a list of its own, of the same form", () => {
  const given = { INNER_NETWORKS: "10.0.0.0/8", INNER_NETWORKS_FOR_ALL: "10.2.0.7" }
  expect(readConfig(given)).toMatchObject({
    innerNetworks: ["10.0.0.0/8"],
    innerNetworksForAll: ["10.2.0.7"],
  })
  expect(readConfig({ INNER_NETWORKS: "10.0.0.0/8" }).innerNetworksForAll).toEqual([])
  expect(() => readConfig({ INNER_NETWORKS_FOR_ALL: "oa.example.cn" })).toThrow(
    /INNER_NETWORKS_FOR_ALL: is a list/,
  )
})

test("[SSO-8] INNER_NETWORKS is a list of addresses and networks; a name is refused", () => {
  expect(readConfig({}).innerNetworks).toEqual([])
  expect(readConfig({ INNER_NETWORKS: "10.0.0.0/8, 192.168.3.7,fd00::/8" }).innerNetworks).toEqual([
    "10.0.0.0/8",
    "192.168.3.7",
    "fd00::/8",
  ])
  expect(() => readConfig({ INNER_NETWORKS: "oa.example.cn" })).toThrow(
    /INNER_NETWORKS: is a list of addresses/,
  )
  expect(() => readConfig({ INNER_NETWORKS: "10.0.0.0/64" })).toThrow(/INNER_NETWORKS/)
})

test("[BARE-12] an https STATIC_ADDRESS without TRUST_PROXY is refused with advice", () => {
  const https = "https://portal.example.cn/static/usercenter/"
  const said = /TRUST_PROXY: STATIC_ADDRESS is https, .*mostly TRUST_PROXY=1/
  expect(() => readConfig({ STATIC_ADDRESS: https })).toThrow(said)
  expect(() => readConfig({ STATIC_ADDRESS: "HTTPS://portal.example.cn/", TRUST_PROXY: "0" })).toThrow(said)
  expect(readConfig({ STATIC_ADDRESS: https, TRUST_PROXY: "1" }).site.staticAddress).toBe(https)
  expect(readConfig({ STATIC_ADDRESS: "http://10.0.0.5:8080/" }).trustedProxies).toBe(0)
})

test.each([
  [{ DEMO: "off" }, "DEMO=off is set"],
  [{ HOST: "0.0.0.0" }, "DEMO is not set, and it is off by itself where HOST (0.0.0.0)"],
  [{ TRUST_PROXY: "1" }, "where TRUST_PROXY is set"],
  [{ STATIC_ADDRESS: "http://10.0.0.5/" }, "where STATIC_ADDRESS is set"],
  [{ DATABASE_URL: "postgresql://uc@db/uc" }, "where DATABASE_URL is set"],
])("[BARE-12] with %j there is a reason why demo mode is off", (variables, why) => {
  expect(readConfig(variables).whyNoDemo).toContain(why)
  expect(readConfig({ ...variables, DEMO: "on" }).whyNoDemo).toBeNull()
})

test("[BARE-14] the budgets of requests are on unless they are set to 0", () => {
  const { address, session } = requestBudgets
  const standard = { perAddress: address.perSecond, perSession: session.perSecond }
  expect(readConfig({}).requestBudget).toEqual(standard)
  const off = { REQUESTS_PER_ADDRESS_PER_S: "0", REQUESTS_PER_SESSION_PER_S: "0" }
  expect(readConfig(off).requestBudget).toEqual({ perAddress: 0, perSession: 0 })
  expect(() => readConfig({ REQUESTS_PER_ADDRESS_PER_S: "-1" })).toThrow(/REQUESTS_PER_ADDRESS_PER_S/)
})

test("[BARE-16] stopping may take 8 seconds by default, and at least one", () => {
  expect(readConfig({}).stopWithinMs).toBe(8000)
  expect(readConfig({ STOP_WITHIN_S: "25" }).stopWithinMs).toBe(25_000)
  expect(() => readConfig({ STOP_WITHIN_S: "0" })).toThrow(/STOP_WITHIN_S/)
})

test("[OPS-5] connections, the wait and the addresses beside DATABASE_URL are each their own variable", () => {
  const own = { DATABASE_URL: "postgresql://uc@pool/uc", DATABASE_LISTEN_URL: "postgresql://uc@db1/uc" }
  expect(readConfig({})).toMatchObject({ poolMax: 30, databaseWaitS: 30, databaseSessionUrl: null })
  expect(
    readConfig({
      ...own,
      DATABASE_READ_URL: "postgresql://uc@db1,db2/uc?target_session_attrs=prefer-standby",
      DATABASE_WAIT_S: "0",
      POOL_MAX: "6",
    }),
  ).toMatchObject({
    databaseUrl: own.DATABASE_URL,
    databaseListenUrl: own.DATABASE_LISTEN_URL,
    databaseSessionUrl: own.DATABASE_LISTEN_URL,
    databaseReadUrl: "postgresql://uc@db1,db2/uc?target_session_attrs=prefer-standby",
    databaseWaitS: 0,
    poolMax: 6,
  })
  expect(readConfig({ DATABASE_URL: own.DATABASE_URL }).databaseSessionUrl).toBe(own.DATABASE_URL)
  expect(() => readConfig({ POOL_MAX: "5" })).toThrow(/POOL_MAX/)
  expect(() => readConfig({ DATABASE_WAIT_S: "-1" })).toThrow(/DATABASE_WAIT_S/)
  expect(() => readConfig({ DATABASE_READ_URL: own.DATABASE_URL })).toThrow(
    /DATABASE_READ_URL: needs DATABASE_URL/,
  )
  const standby = "postgresql://uc@a,b/uc?target_session_attrs=standby"
  expect(() => readConfig({ DATABASE_URL: standby })).toThrow(
    /DATABASE_URL: target_session_attrs asks for another/,
  )
  const writable = "postgresql://uc@a,b/uc?target_session_attrs=read-write"
  expect(() => readConfig({ ...own, DATABASE_READ_URL: writable })).toThrow(/DATABASE_READ_URL/)
})

test("[OPS-6] each kind is kept for its own months, logs for at least six, and archived to one folder", () => {
  expect(readConfig({ DATA_DIR: "/srv/uc" })).toMatchObject({
    keptMonths: { alarms: 60, visits: 60, audit: 36, signIns: 24 },
    archiveTo: "/srv/uc/archive",
  })
  expect(
    readConfig({
      KEEP_ALARMS_MONTHS: "13",
      KEEP_VISITS_MONTHS: "14",
      KEEP_AUDIT_MONTHS: "6",
      KEEP_SIGN_INS_MONTHS: "7",
      ARCHIVE_TO: "/srv/archive",
    }),
  ).toMatchObject({
    keptMonths: { alarms: 13, visits: 14, audit: 6, signIns: 7 },
    archiveTo: "/srv/archive",
  })
  for (const [name, months] of Object.entries({
    KEEP_ALARMS_MONTHS: "12",
    KEEP_VISITS_MONTHS: "12",
    KEEP_AUDIT_MONTHS: "5",
    KEEP_SIGN_INS_MONTHS: "5",
  }))
    expect(() => readConfig({ [name]: months })).toThrow(new RegExp(`${name}: `))
})

test("[OPERATE-6] a variable that is nearly one of ours is refused with the one that is meant", () => {
  const near = { DATABSE_URL: "postgresql://uc@db/uc", PEPER: "x", trust_proxy: "1", STATIC_ADRESS: "x" }
  for (const [name, value] of Object.entries(near))
    expect(() => readConfig({ [name]: value }), name).toThrow(new RegExp(`${name}: is not known; `))
  expect(() => readConfig({ DATABSE_URL: "x" })).toThrow("DATABASE_URL is meant")
  const others = {
    POST: "1",
    HOSTNAME: "a",
    DATABASE: "x",
    NODE_ENV: "production",
    ENV_FILE: "x",
    PGHOST: "x",
  }
  expect(readConfig({ ...others, DATABSE_URL: "" }).databaseUrl).toBeNull()
})

test.each([
  [{ PORT: "eighty" }, "PORT: is a whole number from 0 to 65535"],
  [{ PORT: "99999" }, "PORT: is a whole number from 0 to 65535"],
  [{ PEPPER: "short" }, "PEPPER: has at least 32 characters; make one with: openssl rand -hex 32"],
  [{ DEMO: "yes" }, "DEMO: is on or off"],
  [{ STATIC_ADDRESS: "portal.example.cn" }, "STATIC_ADDRESS: is an address that begins with http://"],
  [{ DATABASE_WAIT_S: "long" }, "DATABASE_WAIT_S: is a number from 0 to 3600"],
])("[OPERATE-6] %j is refused with a sentence", (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence)
})
