import { requestBudgets } from "@uc/contract/core/http"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { keptMonthLimits } from "@uc/contract/months/kept-months"
import { z } from "zod"
import { databaseAddress, poolLimits, type DatabaseAddress } from "./database-settings.ts"
import { defaultLevel, readLevels } from "./log/levels.ts"
import { nearlyKnown } from "./unknown-variables.ts"

const onOff = z.enum(["on", "off"], "is on or off").transform((word) => word === "on")
const defaultPort = 8080
/** The library's own words speak of types, which nobody has typed. */
function wholeNumber(least: number, most: number) {
  const words = `is a whole number from ${least} to ${most}`
  return z.coerce.number(words).int(words).min(least, words).max(most, words)
}

function someNumber(least: number, most: number) {
  const words = `is a number from ${least} to ${most}`
  return z.coerce.number(words).min(least, words).max(most, words)
}

const anyPort = () => wholeNumber(0, 65_535)
const httpAddress = () =>
  z.url({ protocol: /^https?$/, error: "is an address that begins with http:// or https://" })
const anySecret = () => z.string().min(16, "has at least 16 characters")

const loopback = new Set(["127.0.0.1", "localhost", "::1"])

interface Given {
  readonly DEMO?: boolean | undefined
  readonly DATABASE_URL?: string | undefined
  readonly STATIC_ADDRESS?: string | undefined
  readonly TRUST_PROXY: number
  readonly HOST: string
}

/** Behind a proxy or with a public address it is in real use, even if it listens on loopback only. */
function whyNoDemo(given: Given): string | null {
  if (given.DEMO !== undefined) return given.DEMO ? null : "DEMO=off is set"
  const off = (why: string) => `DEMO is not set, and it is off by itself ${why}`
  if (given.DATABASE_URL !== undefined) return off("where DATABASE_URL is set")
  if (given.STATIC_ADDRESS !== undefined) return off("where STATIC_ADDRESS is set")
  if (given.TRUST_PROXY > 0) return off("where TRUST_PROXY is set")
  return loopback.has(given.HOST) ? null : off(`where HOST (${given.HOST}) is reached from other machines`)
}

interface PagesGiven extends Given {
  readonly PORT: number
  readonly DEMO_PAGES_ADDRESS?: string | undefined
  readonly DEMO_PAGES_PORT?: number | undefined
}

/** Null: no demo, or browsers elsewhere would not find its hosted pages. */
function demoPages(given: PagesGiven): { readonly port: number; readonly origin: string | null } | null {
  const { PORT, HOST, STATIC_ADDRESS, DEMO_PAGES_ADDRESS: address } = given
  if (whyNoDemo(given) !== null) return null
  if (address === undefined && (STATIC_ADDRESS !== undefined || !loopback.has(HOST))) return null
  const port = given.DEMO_PAGES_PORT ?? (PORT === defaultPort ? defaultPort + 1 : 0)
  return { port, origin: address === undefined ? null : new URL(address).origin }
}

/** OPS-5: one host or several; the driver's own reader knows one only. */
const databaseUrl = (...wanted: DatabaseAddress["wants"][]) =>
  z
    .string()
    .superRefine((text, context) => {
      try {
        const { wants } = databaseAddress(text)
        if (!wanted.includes(wants))
          throw new Error(`target_session_attrs asks for another role than ${wanted.join(" or ")}`)
      } catch (error) {
        context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) })
      }
    })
    .optional()

const keptMonths = ({ least, usual }: { readonly least: number; readonly usual: number }) =>
  wholeNumber(least, keptMonthLimits.most).default(usual)

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const networks = z
  .string()
  .default("")
  .transform((given) => given.split(",").flatMap((each) => each.trim() || []))
  .refine(
    (all) => all.every((each) => Network.safeParse(each).success),
    "is a list of addresses and networks with commas between them, as 10.0.0.0/8,192.168.3.7",
  )

const Variables = z.object({
  PORT: anyPort().default(defaultPort),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: databaseUrl("any", "writable"),
  /** OPS-5: past a pooler such as pgbouncer, for LISTEN and migrations. */
  DATABASE_LISTEN_URL: databaseUrl("any", "writable"),
  /** OPS-5: a replica for reads that may lag. */
  DATABASE_READ_URL: databaseUrl("any", "standby"),
  /** How long the start waits for a database that is late. */
  DATABASE_WAIT_S: someNumber(0, 3600).default(30),
  /** Connections of this process in its pools; one more is for events. A third is for single statements. */
  POOL_MAX: wholeNumber(poolLimits.least, poolLimits.most).default(poolLimits.default),
  STATIC_ADDRESS: httpAddress().optional(),
  DEMO: onOff.optional(),
  /** DAY-16: where browsers reach the demo's hosted pages, where that is not this machine. */
  DEMO_PAGES_ADDRESS: httpAddress().optional(),
  DEMO_PAGES_PORT: anyPort().optional(),
  /** Shared by all processes on one database; at least 32 characters. Unset: stored in DATA_DIR. */
  PEPPER: z.string().min(32, "has at least 32 characters; make one with: openssl rand -hex 32").optional(),
  /** How many proxies in front are trusted about the caller's address and protocol. */
  TRUST_PROXY: wholeNumber(0, 9).default(0),
  /** OPS-3: one level for all, those of single modules, or both: `warn,access=info,jobs=debug`. */
  LOG_LEVEL: z
    .string()
    .default(defaultLevel)
    .transform((given, context) => {
      const levels = readLevels(given)
      if (!("wrong" in levels)) return levels
      context.addIssue({ code: "custom", message: levels.wrong })
      return z.NEVER
    }),
  /** OPERATE-8: of commands and start errors; unset: as LANG says. Read by `words/operator-language.ts` already before the rest. */
  UC_LANGUAGE: z.enum(["zh", "en"], "is zh or en").optional(),
  /** OPERATE-7: a file of their own for the lines of the access log. */
  ACCESS_LOG_TO: z.string().min(1).optional(),
  /** OPS-2. Neither of the two: there are no metrics. */
  METRICS_PORT: anyPort().optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, "has at least 16 characters out of A-Z a-z 0-9 - . _ ~ + / =")
    .optional(),
  /** OPS-2: traces. The name is OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress().optional(),
  /** Which part of the requests is traced. */
  OTEL_TRACES_SAMPLER_ARG: someNumber(0, 1).default(1),
  /** How long stopping may take, requests and database together. */
  STOP_WITHIN_S: someNumber(1, 3600).default(8),
  /** BARE-14. 0: no limit, for measuring. */
  REQUESTS_PER_ADDRESS_PER_S: z.coerce
    .number("is a number, or 0 for no limit")
    .min(0, "is a number, or 0 for no limit")
    .default(requestBudgets.address.perSecond),
  REQUESTS_PER_SESSION_PER_S: z.coerce
    .number("is a number, or 0 for no limit")
    .min(0, "is a number, or 0 for no limit")
    .default(requestBudgets.session.perSecond),
  SMS_GATEWAY_URL: httpAddress().optional(),
  SMS_GATEWAY_SECRET: anySecret().optional(),
  /** DAY-11: where reminders of notices are passed on to. */
  REMINDER_WEBHOOK_URL: httpAddress().optional(),
  REMINDER_WEBHOOK_SECRET: anySecret().optional(),
  /** SSO-8: inner addresses and networks that requests to addresses of the platform's administrators may go to. */
  INNER_NETWORKS: networks,
  /** FAULT-10: those that requests to addresses of the administrators of every organisation may go to. */
  INNER_NETWORKS_FOR_ALL: networks,
  /** OPS-1: a folder that gets a verified backup each night, and how many of them are kept. */
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  /** Seals backups; without it none can be restored. */
  BACKUP_PASSPHRASE: z.string().min(12, "has at least 12 characters").optional(),
  /** OPS-6: for how many months each kind stays in the database, and where what is older is archived. */
  KEEP_ALARMS_MONTHS: keptMonths(keptMonthLimits.alarms),
  KEEP_VISITS_MONTHS: keptMonths(keptMonthLimits.visits),
  KEEP_AUDIT_MONTHS: keptMonths(keptMonthLimits.audit),
  KEEP_SIGN_INS_MONTHS: keptMonths(keptMonthLimits.signIns),
  ARCHIVE_TO: z.string().min(1).optional(),
  SITE_NAME: z.string().min(1).default(defaultSiteConfig.brand.name),
  SITE_AREA: z
    .string()
    .regex(/^\d{1,19}$/, "is the number of an area")
    .optional(),
  SITE_ORGANISATION: z.string().default(defaultSiteConfig.brand.organisation),
  USERCENTER_URL: z.string().min(1).default(defaultSiteConfig.services.usercenter),
  NEWUSERCENTER_URL: z.string().min(1).default(defaultSiteConfig.services.newusercenter),
  EWLS_URL: z.string().min(1).default(defaultSiteConfig.services.ewls),
  VMS_URL: z.string().min(1).default(defaultSiteConfig.services.vms),
})
const knownVariables = Object.keys(Variables.shape)

const Environment = Variables.superRefine(({ SMS_GATEWAY_URL: url, SMS_GATEWAY_SECRET: secret }, context) => {
  if ((url === undefined) === (secret === undefined)) return
  const missing = url === undefined ? "SMS_GATEWAY_URL" : "SMS_GATEWAY_SECRET"
  context.addIssue({
    code: "custom",
    path: [missing],
    message: "a gateway needs both its address and a secret",
  })
})
  .superRefine(({ REMINDER_WEBHOOK_URL: url, REMINDER_WEBHOOK_SECRET: secret }, context) => {
    if ((url === undefined) === (secret === undefined)) return
    const missing = url === undefined ? "REMINDER_WEBHOOK_URL" : "REMINDER_WEBHOOK_SECRET"
    context.addIssue({
      code: "custom",
      path: [missing],
      message: "a webhook needs both its address and a secret",
    })
  })
  .superRefine(({ BACKUP_TO: folder, BACKUP_PASSPHRASE: passphrase }, context) => {
    if (folder === undefined || passphrase !== undefined) return
    context.addIssue({
      code: "custom",
      path: ["BACKUP_PASSPHRASE"],
      message:
        "backups (BACKUP_TO) are sealed by a passphrase of at least 12 characters; keep it elsewhere too",
    })
  })
  .superRefine(({ STATIC_ADDRESS: address, TRUST_PROXY: proxies }, context) => {
    // This server has no TLS, so https needs a proxy. Without trust in it every request would count as plain http: cookies
    // without Secure, and origins that don't match the site's own.
    if (proxies > 0 || !address?.toLowerCase().startsWith("https:")) return
    context.addIssue({
      code: "custom",
      path: ["TRUST_PROXY"],
      message:
        "STATIC_ADDRESS is https, so a proxy stands in front of this server: say how many there are (mostly TRUST_PROXY=1), " +
        "and have it set X-Forwarded-Proto and X-Forwarded-For; without one STATIC_ADDRESS begins with http:",
    })
  })
  .superRefine((given, context) => {
    if (given.DATABASE_URL !== undefined) return
    for (const name of ["DATABASE_LISTEN_URL", "DATABASE_READ_URL"] as const)
      if (given[name] !== undefined)
        context.addIssue({ code: "custom", path: [name], message: "needs DATABASE_URL beside it" })
  })
  .transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseListenUrl: given.DATABASE_LISTEN_URL ?? null,
    /** For commands: what belongs to a session never goes through a pooler. */
    databaseSessionUrl: given.DATABASE_LISTEN_URL ?? given.DATABASE_URL ?? null,
    databaseReadUrl: given.DATABASE_READ_URL ?? null,
    databaseWaitS: given.DATABASE_WAIT_S,
    poolMax: given.POOL_MAX,
    pepper: given.PEPPER ?? null,
    trustedProxies: given.TRUST_PROXY,
    logLevels: given.LOG_LEVEL,
    /** Null: with all others. */
    accessLogTo: given.ACCESS_LOG_TO ?? null,
    metrics: {
      /** Null: on the port of everything else, where there is a token. */
      at: given.METRICS_PORT === undefined ? null : { port: given.METRICS_PORT, host: given.METRICS_HOST },
      token: given.METRICS_TOKEN ?? null,
    },
    traces:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, share: given.OTEL_TRACES_SAMPLER_ARG },
    /** Null: it is on. */
    whyNoDemo: whyNoDemo(given),
    demoPages: demoPages(given),
    requestBudget: {
      perAddress: given.REQUESTS_PER_ADDRESS_PER_S,
      perSession: given.REQUESTS_PER_SESSION_PER_S,
    },
    stopWithinMs: given.STOP_WITHIN_S * 1000,
    smsGateway:
      given.SMS_GATEWAY_URL !== undefined && given.SMS_GATEWAY_SECRET !== undefined
        ? { url: given.SMS_GATEWAY_URL, secret: given.SMS_GATEWAY_SECRET }
        : null,
    reminderWebhook:
      given.REMINDER_WEBHOOK_URL !== undefined && given.REMINDER_WEBHOOK_SECRET !== undefined
        ? { url: given.REMINDER_WEBHOOK_URL, secret: given.REMINDER_WEBHOOK_SECRET }
        : null,
    innerNetworks: given.INNER_NETWORKS,
    innerNetworksForAll: given.INNER_NETWORKS_FOR_ALL,
    backupPassphrase: given.BACKUP_PASSPHRASE ?? null,
    nightlyBackup:
      given.BACKUP_TO === undefined ? null : { folder: given.BACKUP_TO, keep: given.BACKUP_KEEP },
    keptMonths: {
      alarms: given.KEEP_ALARMS_MONTHS,
      visits: given.KEEP_VISITS_MONTHS,
      audit: given.KEEP_AUDIT_MONTHS,
      signIns: given.KEEP_SIGN_INS_MONTHS,
    },
    archiveTo: given.ARCHIVE_TO ?? `${given.DATA_DIR}/archive`,
    site: {
      staticAddress: given.STATIC_ADDRESS ?? null,
      services: {
        usercenter: given.USERCENTER_URL,
        newusercenter: given.NEWUSERCENTER_URL,
        ewls: given.EWLS_URL,
        vms: given.VMS_URL,
      },
      areaid: given.SITE_AREA ?? null,
      brand: { name: given.SITE_NAME, organisation: given.SITE_ORGANISATION },
      isDemo: whyNoDemo(given) === null,
      // On the screen of demo mode they can be read.
      hasSms: given.SMS_GATEWAY_URL !== undefined || whyNoDemo(given) === null,
    },
  }))

export type Config = z.output<typeof Environment>

/** The embedded database and a pepper that was made by itself are stored there. */
export function needsDataDir({ databaseUrl: url, pepper }: Pick<Config, "databaseUrl" | "pepper">): boolean {
  return url === null || pepper === null
}

/** The only reader of the environment. An empty variable counts as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""))
  const strangers = nearlyKnown(Object.keys(given), knownVariables).map(({ name, meant }) => ({
    name,
    reason: `is not known; ${meant} is meant, or unset it`,
  }))
  const parsed = Environment.safeParse(given)
  if (parsed.success && strangers.length === 0) return parsed.data
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    name: path.join("."),
    reason: message,
  }))
  throw new ConfigurationError([...strangers, ...wrong])
}

/** OPS-7: `npm run doctor` tells each variable by itself. */
export class ConfigurationError extends Error {
  readonly wrong: readonly { readonly name: string; readonly reason: string }[]

  constructor(wrong: ConfigurationError["wrong"]) {
    const lines = wrong.map(({ name, reason }) => `  ${name}: ${reason}`)
    super(`These variables can't be used:\n${lines.join("\n")}`)
    this.wrong = wrong
  }
}
