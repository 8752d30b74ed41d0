import { casNamespace } from "@uc/contract/applications/cas"
import { BadFile } from "../../../sheet/bad-file.ts"
import { xmlReader } from "../../../sheet/xml.ts"
import { ask, parameterOf } from "./ask.ts"
import { Namespaces } from "./namespaces.ts"
import { ByOtherFailure, type Identity, type Provider, type ProviderParts, type Source } from "./provider.ts"

const longestAnswer = 64 * 1024
/** Elements within elements. Each level keeps what is declared above it, and CAS itself has four. */
const deepestAnswer = 16

const noCas = "对方的回答不是 CAS 3.0 的格式，请检查服务地址，并确认对方支持 /p3/serviceValidate"

/** SSO-4: CAS 3.0 in general. The state stands in the service, because the protocol has none: a ticket is good for that one alone. */
export function casProvider(parts: ProviderParts): Provider {
  async function validate(source: Source, service: string, ticket: string): Promise<CasAnswer> {
    const address = new URL(`${prefixOf(source)}/p3/serviceValidate`)
    address.search = new URLSearchParams({ service, ticket }).toString()
    const { status, text } = await ask(parts, address)
    if (status !== 200)
      throw new ByOtherFailure(
        "refused",
        `${address.origin}${address.pathname}: HTTP ${status}`,
        `对方的票据校验地址没有正常回答（HTTP ${status}），请检查服务地址，并确认对方支持 CAS 3.0（/p3/serviceValidate）`,
      )
    return readCasAnswer(text)
  }

  return {
    begin(source, begun) {
      const address = new URL(`${prefixOf(source)}/login`)
      address.search = new URLSearchParams({ service: serviceOf(begun) }).toString()
      return Promise.resolve(address)
    },

    async finish(source, begun, answer) {
      const { user, attributes, failure } = await validate(
        source,
        serviceOf(begun),
        parameterOf(answer, "ticket"),
      )
      if (failure !== null || user === "") throw new ByOtherFailure("invalid", failure ?? "there is no user")
      return identityFrom(source, user, attributes)
    },

    signOut(source, _idToken, back) {
      const address = new URL(`${prefixOf(source)}/logout`)
      address.search = new URLSearchParams({ service: back }).toString()
      return Promise.resolve(address)
    },

    async check(source, callback) {
      const { failure } = await validate(source, callback, "ST-0-connection-test")
      if (failure === null)
        throw new ByOtherFailure(
          "invalid",
          "a ticket that does not exist was accepted",
          "对方接受了一个不存在的票据，不能使用，请联系对方",
        )
      if (!failure.startsWith("INVALID_"))
        throw new ByOtherFailure(
          "refused",
          failure,
          `对方没有接受本系统的回调地址（${failure}），请在对方登记回调地址`,
        )
      return "对方的票据校验服务回答正常"
    },
  }
}

function prefixOf({ address }: Source): string {
  let end = address.length
  while (address[end - 1] === "/") end--
  return address.slice(0, end)
}

function serviceOf({ callback, state }: { readonly callback: string; readonly state: string }): string {
  return `${callback}?${new URLSearchParams({ state }).toString()}`
}

function identityFrom(source: Source, user: string, attributes: ReadonlyMap<string, string>): Identity {
  const wanted = source.accountClaim
  return {
    authority: `cas ${prefixOf(source)}`,
    subject: user,
    name: attributes.get("name") ?? attributes.get("displayName") ?? attributes.get("cn") ?? "",
    account: wanted === "" ? user : (attributes.get(wanted) ?? ""),
    mail: attributes.get("mail") ?? attributes.get("email") ?? null,
    phone: null,
  }
}

/** What an answer consists of, by its place: each of them has to be one of CAS. */
const ofProtocol: ReadonlySet<string> = new Set([
  "serviceResponse",
  "serviceResponse/authenticationSuccess",
  "serviceResponse/authenticationSuccess/user",
  "serviceResponse/authenticationSuccess/attributes",
  "serviceResponse/authenticationFailure",
])

export interface CasAnswer {
  readonly user: string
  readonly attributes: ReadonlyMap<string, string>
  /** The code of a refusal; null: the ticket was good. */
  readonly failure: string | null
}

/**
 * An answer of `/p3/serviceValidate`. Without a document type, hence without entities of its own (`xmlReader`); what stands at another
 * place than the protocol says is not read, and what stands there twice, or in another namespace than that of CAS, is refused.
 */
export function readCasAnswer(xml: string): CasAnswer {
  if (xml.length > longestAnswer) throw new ByOtherFailure("invalid", "the answer is too long", noCas)
  const path: string[] = []
  const namespaces = new Namespaces()
  const texts = new Map<string, string>()
  const attributes = new Map<string, string>()
  let seen = 0
  let failure: string | null = null
  let text = ""
  const reader = xmlReader({
    open(name, written, prefix) {
      path.push(name)
      if (path.length > deepestAnswer) throw new BadFile("")
      namespaces.open(prefix, written)
      text = ""
      const at = path.join("/")
      if (ofProtocol.has(at) && namespaces.current !== casNamespace) throw new BadFile("")
      if (at === "serviceResponse/authenticationSuccess" || at === "serviceResponse/authenticationFailure")
        seen++
      if (at === "serviceResponse/authenticationFailure")
        failure = /\bcode[ \t\r\n]{0,9}=[ \t\r\n]{0,9}["']([A-Z_]{1,60})["']/.exec(written)?.[1] ?? "UNKNOWN"
    },
    close(name, prefix) {
      const at = path.join("/")
      const isOfCas = namespaces.current === casNamespace
      if (path.pop() !== name || namespaces.close() !== prefix) throw new BadFile("")
      if (at === "serviceResponse/authenticationSuccess/user") {
        if (texts.has("user")) throw new BadFile("")
        texts.set("user", text.trim())
      }
      const inside = "serviceResponse/authenticationSuccess/attributes/"
      // Of several values the first; those of other vocabularies are none of CAS.
      if (isOfCas && at.startsWith(inside) && !at.slice(inside.length).includes("/") && !attributes.has(name))
        attributes.set(name, text.trim())
      text = ""
    },
    text(part) {
      text += part
    },
  })
  try {
    reader.write(xml)
    reader.end()
  } catch (error) {
    if (error instanceof BadFile)
      throw new ByOtherFailure("invalid", "the answer is no XML that is accepted", noCas)
    throw error
  }
  if (path.length > 0 || seen !== 1) throw new ByOtherFailure("invalid", "no answer of CAS 3.0", noCas)
  return { user: failure === null ? (texts.get("user") ?? "") : "", attributes, failure }
}
