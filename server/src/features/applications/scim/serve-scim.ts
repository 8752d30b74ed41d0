import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import { applicationClaimLabels } from "@uc/contract/applications/application-claims"
import { scimBase, scimLimits, scimMessages, scimSchemas, scimType } from "@uc/contract/applications/scim"
import { Id } from "@uc/contract/core/wire"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Db } from "../../../db/open.ts"
import { Refusal } from "../../../errors/refusal.ts"
import { refusalOfText } from "../../../errors/unstorable-text.ts"
import { transientFaultIn } from "../../../errors/transient-fault.ts"
import { countUnavailable } from "../../../metrics/count-request.ts"
import { originOf } from "../../../http/host.ts"
import type { Services } from "../../../http/services.ts"
import { plainAddress } from "../../../session/caller.ts"
import { scimAddressOf } from "../issuer.ts"
import { chooseAttributes, allAttributes, type Chosen } from "./choose-attributes.ts"
import { resourceTypes, schemas, serviceProviderConfig } from "./describe-service.ts"
import { groupsPage, groupWithId } from "./groups.store.ts"
import { knownKey, mustBeMaster, mustHave } from "./known-key.ts"
import { noteKeyUse, noteWalk } from "./note-use.ts"
import { organisationsPage, organisationWithId } from "./organisations.store.ts"
import { chosenIn, listingIn, searchIn, type Listing } from "./read-request.ts"
import { namesVersion, type Resource } from "./resource-version.ts"
import { errorBody, notFound, ScimError } from "./scim-error.ts"
import { usersPage, userWithId, type Reader } from "./users.store.ts"
import { asScimError, type Writer } from "./write-context.ts"
import { addGroup, deleteGroup, patchGroup, replaceGroup } from "./write-groups.ts"
import { addUser, deleteUser, patchUser, replaceUser } from "./write-users.ts"

type Page = (
  db: Db,
  reader: Reader,
  listing: Listing,
) => Promise<{ readonly total: number; readonly resources: Resource[] }>

interface Kind {
  readonly path: "/Users" | "/Groups" | "/Organisations"
  readonly action: "scim.readUsers" | "scim.readGroups" | "scim.readOrganisations"
  /** What the application's entry has to allow. */
  readonly claim: ApplicationClaim | null
  readonly page: Page
  readonly withId: (db: Db, reader: Reader, id: Id) => Promise<Resource | null>
}

const users: Kind = {
  path: "/Users",
  action: "scim.readUsers",
  claim: null,
  page: usersPage,
  withId: userWithId,
}
const groups: Kind = {
  path: "/Groups",
  action: "scim.readGroups",
  claim: "departments",
  page: groupsPage,
  withId: groupWithId,
}
const organisations: Kind = {
  path: "/Organisations",
  action: "scim.readOrganisations",
  claim: "organisation",
  page: organisationsPage,
  withId: organisationWithId,
}

/** SSO-5: SCIM 2.0 (RFC 7643, RFC 7644): the directory for the servers of applications. */
export async function serveScim(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    // Errors and bodies here have the protocol's own shape.
    async (scim) => {
      scim.removeAllContentTypeParsers()
      const parse = scim.getDefaultJsonParser("error", "error")
      scim.addContentTypeParser(
        [scimType, "application/json"],
        { parseAs: "string", bodyLimit: scimLimits.bodyBytes },
        // Clients name the type with every request, also with those that have no body.
        (request, body: string, done) =>
          body === "" && request.method === "DELETE" ? done(null, null) : parse(request, body, done),
      )
      scim.setErrorHandler((error: FastifyError | Error, request, reply) =>
        answerError(error, request, reply),
      )
      scim.setNotFoundHandler((_request, reply) => send(reply, 404, errorBody(404, scimMessages.noAddress)))
      describeIn(scim, services)
      for (const kind of [users, groups, organisations]) readIn(scim, services, kind)
      writeIn(scim, services, {
        kind: users,
        add: addUser,
        replace: replaceUser,
        patch: patchUser,
        remove: deleteUser,
      })
      writeIn(scim, services, {
        kind: groups,
        add: addGroup,
        replace: replaceGroup,
        patch: patchGroup,
        remove: deleteGroup,
      })
      await Promise.resolve()
    },
    { prefix: scimBase },
  )
}

/** Known to everybody: which software answers here, and nothing of anybody. */
function describeIn(scim: FastifyInstance, { site }: Services): void {
  const at = (request: FastifyRequest) => scimAddressOf(site, originOf(site, request))
  const get = (url: string, answer: (request: FastifyRequest) => unknown) =>
    scim.route({
      method: "GET",
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        // RFC 7644, 4: what is described is not filtered.
        if ("filter" in (request.query as object)) throw new ScimError(403, scimMessages.noFilterHere)
        return send(reply, 200, answer(request))
      },
    })
  get("/ServiceProviderConfig", (request) => serviceProviderConfig(at(request)))
  for (const [url, all] of [
    ["/ResourceTypes", resourceTypes],
    ["/Schemas", schemas],
  ] as const) {
    get(url, (request) => {
      const listed = all(at(request))
      return listOf({ total: listed.length, start: 0, shown: listed })
    })
    get(`${url}/:id`, (request) => {
      const { id } = request.params as { readonly id: string }
      const found = all(at(request)).find((each) => each.id.toLowerCase() === id.toLowerCase())
      if (!found) throw notFound()
      return found
    })
  }
  for (const url of ["/Me", "/Bulk"])
    scim.route({
      method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      url,
      exposeHeadRoute: false,
      handler: () => {
        throw new ScimError(501, scimMessages.notSupported)
      },
    })
}

async function readerOf(
  services: Services,
  request: FastifyRequest,
): Promise<Reader & { readonly ip: string }> {
  const { database, site } = services
  const ip = plainAddress(request.ip)
  const key = await knownKey(database, { authorization: request.headers.authorization, ip })
  await noteKeyUse(database, key)
  return { key, at: scimAddressOf(site, originOf(site, request)), ip }
}

function mustKnow({ key }: Reader, { claim }: Kind): void {
  if (claim !== null && !key.application.claims.includes(claim))
    throw new ScimError(403, scimMessages.claimMissing(applicationClaimLabels[claim]))
}

/** In one transaction that reads only, within the reach of the key. */
async function reading<T>({ database }: Services, { key }: Reader, work: (db: Db) => Promise<T>): Promise<T> {
  const transaction = database.begin(key.scope, "read")
  try {
    const found = await work(transaction.db)
    await transaction.commit()
    return found
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

function readIn(scim: FastifyInstance, services: Services, kind: Kind): void {
  const { path } = kind
  const list = async (request: FastifyRequest, reply: FastifyReply, listingOf: () => Listing) => {
    const reader = await readerOf(services, request)
    mustHave(reader.key, "directory:read")
    mustKnow(reader, kind)
    const listing = listingOf()
    const { total, resources } = await reading(services, reader, (db) => kind.page(db, reader, listing))
    // Looking for one is no walk; lists of several are.
    if (total > 1 && listing.count > 0)
      await noteWalk(services.database, reader.key, { action: kind.action, ip: reader.ip, total })
    const shown = resources.map((each) => chooseAttributes(each, listing.chosen))
    return send(reply, 200, listOf({ total, start: listing.start, shown }))
  }
  scim.route({
    method: "GET",
    url: path,
    exposeHeadRoute: false,
    handler: (request, reply) => list(request, reply, () => listingIn(request.query)),
  })
  scim.route({
    method: "POST",
    url: `${path}/.search`,
    handler: (request, reply) => list(request, reply, () => searchIn(request.body)),
  })
  scim.route({
    method: "GET",
    url: `${path}/:id`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const reader = await readerOf(services, request)
      mustHave(reader.key, "directory:read")
      mustKnow(reader, kind)
      const chosen = chosenIn(request.query)
      const found = await mustFind(services, reader, kind, request)
      const known = request.headers["if-none-match"]
      if (known !== undefined && namesVersion(known, found.meta.version ?? ""))
        return reply.code(304).header("etag", found.meta.version).send()
      return sendResource(reply, 200, found, chosen)
    },
  })
}

/** What is not there and what is out of reach get the same answer. */
async function mustFind(
  services: Services,
  reader: Reader,
  kind: Kind,
  request: FastifyRequest,
): Promise<Resource> {
  const id = Id.safeParse((request.params as { readonly id: string }).id)
  const found = id.success ? await reading(services, reader, (db) => kind.withId(db, reader, id.data)) : null
  if (!found) throw notFound()
  return found
}

interface Writes {
  readonly kind: Kind
  readonly add: (writer: Writer, body: unknown) => Promise<Resource>
  readonly replace: (writer: Writer, id: Id, body: unknown) => Promise<Resource>
  readonly patch: (writer: Writer, id: Id, body: unknown) => Promise<Resource>
  readonly remove: (writer: Writer, id: Id) => Promise<void>
}

function writeIn(
  scim: FastifyInstance,
  services: Services,
  { kind, add, replace, patch, remove }: Writes,
): void {
  const { path } = kind
  const writerOf = async (request: FastifyRequest): Promise<Writer> => {
    const reader = await readerOf(services, request)
    mustHave(reader.key, "directory:write")
    mustBeMaster(reader.key)
    mustKnow(reader, kind)
    return { ...reader, services, ifMatch: request.headers["if-match"] }
  }
  const one =
    (write: (writer: Writer, id: Id, body: unknown) => Promise<Resource>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const writer = await writerOf(request)
      const chosen = chosenIn(request.query)
      const { id } = await mustFind(services, writer, kind, request)
      return sendResource(reply, 200, await write(writer, id, request.body), chosen)
    }
  scim.route({
    method: "POST",
    url: path,
    handler: async (request, reply) => {
      const writer = await writerOf(request)
      const chosen = chosenIn(request.query)
      const made = await add(writer, request.body)
      reply.header("location", made.meta.location)
      return sendResource(reply, 201, made, chosen)
    },
  })
  scim.route({ method: "PUT", url: `${path}/:id`, handler: one(replace) })
  scim.route({ method: "PATCH", url: `${path}/:id`, handler: one(patch) })
  scim.route({
    method: "DELETE",
    url: `${path}/:id`,
    handler: async (request, reply) => {
      const writer = await writerOf(request)
      const { id } = await mustFind(services, writer, kind, request)
      await remove(writer, id)
      return reply.code(204).send()
    },
  })
}

interface Listed {
  readonly total: number
  readonly start: number
  readonly shown: readonly unknown[]
}

function listOf({ total, start, shown }: Listed) {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex: start + 1,
    itemsPerPage: shown.length,
    Resources: shown,
  }
}

function sendResource(
  reply: FastifyReply,
  status: number,
  resource: Resource,
  chosen: Chosen = allAttributes,
): FastifyReply {
  if (resource.meta.version !== undefined) reply.header("etag", resource.meta.version)
  return send(reply, status, chooseAttributes(resource, chosen))
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(scimType).send(JSON.stringify(body))
}

function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const told = toldOf(error)
  if (told) {
    const { status, message, details } = told
    if (status === 401) reply.header("www-authenticate", 'Bearer realm="scim"')
    if (details.retryAfterS !== undefined) reply.header("retry-after", details.retryAfterS)
    return send(reply, status, errorBody(status, message, details.type))
  }
  const passing = transientFaultIn(error)
  const because = passing === "unavailable" ? countUnavailable(error) : undefined
  request.log.error({ err: error, because }, "A request of SCIM failed")
  if (passing !== null) reply.header("retry-after", passing === "at once" ? 1 : 5)
  const status = passing === null ? 500 : 503
  return send(reply, status, errorBody(status, scimMessages.fault))
}

/** Null: a fault. */
function toldOf(error: FastifyError | Error): ScimError | null {
  if (error instanceof ScimError) return error
  const refusal = error instanceof Refusal ? error : refusalOfText(error)
  if (refusal) return asScimError(refusal)
  const status = "statusCode" in error ? error.statusCode : undefined
  if (status === 413) return new ScimError(413, scimMessages.tooLarge)
  if (status === 415) return new ScimError(415, scimMessages.wrongType)
  if (status !== undefined && status >= 400 && status < 500)
    return new ScimError(status, scimMessages.badJson, { type: "invalidSyntax" })
  return null
}
