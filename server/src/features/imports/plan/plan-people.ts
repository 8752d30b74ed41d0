import { importedAdmintype, importSeparators } from "@uc/contract/imports/import-kinds"
import { importCellMessages } from "@uc/contract/imports/calls"
import { grantable, mayChangePerson, whyNotGrantable } from "@uc/contract/people/who-may-grant"
import { roleMessages } from "@uc/contract/roles/calls"
import { adminLabels, peopleAdminMessages, peopleAdminLimits } from "@uc/contract/people/admin-calls"
import { admintypes, usertypes, type Admintype } from "@uc/contract/account/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { peopleWithRolesBeyond } from "../../../session/rights/covers-roles.ts"
import { yieldToEventLoop } from "../../../sheet/sheet.ts"
import type { ImportPlan, Importer, KnownOrganisation, PlannedLine, Planner } from "./import-plan.ts"
import { departmentPaths, type DepartmentPaths } from "./known-departments.ts"
import {
  accountKey,
  knownPeople,
  postsOf,
  takenElsewhere,
  type KnownPeople,
  type KnownPerson,
} from "./known-people.ts"
import { isOther, onlyOnce, organisationOf, toldTogether, whoseOf } from "./plan-lines.ts"
import type { ImportedLine, Problems } from "./problems.ts"
import { changeOf, changesAccess, type PlannedPerson, type PlannedPlace } from "./planned-person.ts"
import { sharedPhones } from "./shared-phones.ts"
import { writePeople } from "../write-people.ts"

const stays = "管理员，不会停用"

export const planPeople: Planner = async (db, importer, lines, problems) => {
  const orgOf = organisationOf(importer, problems)
  const owned = lines.flatMap((line) => {
    const org = orgOf(line)
    return org ? [{ line, org }] : []
  })
  const touched = [...new Set(owned.map(({ org }) => org.id))]
  const accounts = lines.flatMap(({ values: { account } }) => (account === undefined ? [] : [account]))
  const known = await knownPeople(db, touched)
  const departments = await departmentPaths(db, touched)
  const posts = await postsOf(db, touched)
  const elsewhere = await takenElsewhere(importer.database, accounts, touched)
  const { database, signedIn } = importer
  const named = accounts.flatMap((account) => known.byAccount.get(accountKey(account))?.id ?? [])
  const beyond = await peopleWithRolesBeyond(database, signedIn, named)
  const judge = judgeOf({ importer, known, beyond, departments, posts, elsewhere, lines, problems })

  const planned: PlannedPerson[] = []
  for (const [at, { line, org }] of owned.entries()) {
    if (at % 500 === 0) await yieldToEventLoop()
    const person = judge(line, org)
    if (person) planned.push(person)
  }
  const inFile = new Set(accounts.map(accountKey))
  const gone = known.all.filter(({ account, isDisabled }) => !isDisabled && !inFile.has(accountKey(account)))
  const canBeDisabled = gone.filter(
    ({ id, admintype }) => admintype === admintypes.none && id !== importer.user.id,
  )
  const isLeaving = new Set(canBeDisabled.map(({ id }) => id))
  const whose = whoseOf(importer, touched)
  return {
    lines: planned.map((person) => plannedLine(person, departments)),
    gone: gone.map((person) => ({
      line: null,
      change: "gone" as const,
      what: `${person.name}（${person.account}）`,
      detail: toldTogether(whose(person.orgId), isLeaving.has(person.id) ? "" : stays),
    })),
    canDisable: canBeDisabled.length,
    touched,
    notes: await sharedPhones(db, importer, planned),
    write: (writing, written) => writePeople(writing, importer, planned, canBeDisabled, written),
  } satisfies ImportPlan
}

interface Judging {
  readonly importer: Importer
  readonly known: KnownPeople
  /** Whose roles give more than the importer holds. */
  readonly beyond: ReadonlySet<Id>
  readonly departments: DepartmentPaths
  readonly posts: ReadonlyMap<Id, ReadonlyMap<string, Id>>
  readonly elsewhere: ReadonlySet<string>
  readonly lines: readonly ImportedLine[]
  readonly problems: Problems
}

function judgeOf(judging: Judging): (line: ImportedLine, org: KnownOrganisation) => PlannedPerson | null {
  const { known, problems, elsewhere, lines } = judging
  const isOnly = {
    account: onlyOnce(problems, "account"),
    idcard: onlyOnce(problems, "idcard"),
  }
  const inFile = new Set(lines.map(({ values }) => accountKey(values["account"] ?? "")))
  const takenBy = (people: readonly KnownPerson[] | undefined, self: KnownPerson | undefined) =>
    people?.find((other) => other !== self && !other.isDisabled && !inFile.has(accountKey(other.account)))
  // OPERATE-4: the same phone may stand with several, which is told and not refused (`sharedPhones`).

  return (line, org) => {
    const { account, name, phone, email, sex, idcard } = line.values
    const before = problems.count
    const person =
      account === undefined
        ? undefined
        : (known.byAccount.get(account) ?? known.byAccount.get(accountKey(account)))
    isOnly.account(line, person?.account ?? (account && accountKey(account)))
    isOnly.idcard(line, idcard)
    if (account !== undefined) {
      if ((!person && elsewhere.has(accountKey(account))) || (person && person.orgId !== org.id))
        problems.add(line, "account", importCellMessages.accountElsewhere)
      else if (person?.isDisabled) problems.add(line, "account", peopleAdminMessages.disabledPerson)
      const alike = idcard === undefined ? undefined : takenBy(known.byIdcard.get(idcard), person)
      if (alike) problems.add(line, "idcard", importCellMessages.idcardTaken(shown(alike)))
    }
    const admintype = granted(judging, line, org, person)
    const places = placesOf(judging, line, org)
    if (problems.count > before || account === undefined || name === undefined || !places) return null
    const changesPlaces = !person || !isSame(places, person)
    const planned = {
      line: line.line,
      org,
      account: person?.account ?? account,
      name,
      phone,
      email,
      sex,
      idcard,
      admintype,
      places,
      known: person ?? null,
      changesPlaces,
    }
    // HOME-6: never somebody who administers more than they do.
    const { user } = judging.importer
    if (
      person &&
      changeOf(planned) === "changed" &&
      !mayChangePerson(user, { orgid: org.id, admintype: person.admintype })
    ) {
      problems.add(line, "account", peopleAdminMessages.aboveYou)
      return null
    }
    if (person && changesAccess(planned) && judging.beyond.has(person.id)) {
      problems.add(line, "account", roleMessages.rolesBeyondYou)
      return null
    }
    return planned
  }
}

/** DISTRICT-2: by the rules of 管理权限 in the directory. Undefined: as it is. */
function granted(
  { importer: { user }, problems }: Judging,
  line: ImportedLine,
  org: KnownOrganisation,
  person: KnownPerson | undefined,
): Admintype | undefined {
  const word = line.values["admintype"]
  if (word === undefined) return undefined
  const now = person?.admintype ?? admintypes.none
  const wanted = importedAdmintype(word, now)
  if (wanted === now) return undefined
  if (person?.id === user.id) problems.add(line, "admintype", peopleAdminMessages.notYourself)
  else if (!grantable(user, usertypes[org.kind]).includes(wanted))
    problems.add(line, "admintype", whyNotGrantable(user, usertypes[org.kind], wanted))
  return wanted
}

function shown({ name, account }: KnownPerson): string {
  return `“${name}（${account}）”`
}

function placesOf(
  { departments, posts, problems }: Judging,
  line: ImportedLine,
  org: KnownOrganisation,
): readonly PlannedPlace[] | null {
  const { departments: written, posts: writtenPosts } = line.values
  if (written === undefined) return null
  const before = problems.count
  const paths = written.split(importSeparators.each).filter((path) => path !== "")
  const names = writtenPosts?.split(importSeparators.each) ?? []
  if (paths.length > peopleAdminLimits.places)
    problems.add(line, "departments", peopleAdminMessages.tooManyPlaces)
  if (names.length > paths.length) problems.add(line, "posts", importCellMessages.postsMore)
  const places: PlannedPlace[] = []
  for (const [at, path] of paths.entries()) {
    const department = departments.find(org.id, path)
    if (!department) problems.add(line, "departments", importCellMessages.departmentUnknown(path))
    else if (department.isDisabled)
      problems.add(line, "departments", importCellMessages.departmentDisabled(path))
    else if (places.some(({ departmentId }) => departmentId === department.id))
      problems.add(line, "departments", peopleAdminMessages.placeTwice)
    else {
      const name = names[at] ?? ""
      if (name.length > peopleAdminLimits.post)
        problems.add(line, "posts", importCellMessages.tooLong(peopleAdminLimits.post))
      const id = posts.get(org.id)?.get(shownNameKey(name)) ?? null
      places.push({ departmentId: department.id, post: name === "" ? null : { id, name } })
    }
  }
  return problems.count > before ? null : places
}

/** The same departments, the same main one, and no other post than the file names. */
function isSame(places: readonly PlannedPlace[], { places: there }: KnownPerson): boolean {
  if (places.length !== there.length) return false
  return places.every(({ departmentId, post }, at) => {
    const own = there.find((place) => place.departmentId === departmentId)
    return (
      own !== undefined &&
      own.isMain === (at === 0) &&
      (post === null || post.id === own.postId) &&
      post?.id !== null
    )
  })
}

function plannedLine(person: PlannedPerson, departments: DepartmentPaths): PlannedLine {
  const { known, name, phone, email, sex, idcard, admintype, places, line, account, changesPlaces, org } =
    person
  const change = changeOf(person)
  const named = (ids: readonly Id[]) => ids.map((id) => departments.nameOf(id)).join("；")
  const now = places.map(
    ({ departmentId, post }) => `${departments.nameOf(departmentId)}${post ? `（${post.name}）` : ""}`,
  )
  const grant =
    admintype === undefined
      ? ""
      : `管理权限：${adminLabels[known?.admintype ?? 0]} → ${adminLabels[admintype]}`
  const details = !known
    ? [`${org.name}：${now.join("；")}`, grant]
    : [
        known.name === name ? "" : `姓名：${known.name} → ${name}`,
        isOther(phone, known.phone) ? "更新手机号" : "",
        isOther(email, known.email) ? "更新邮箱" : "",
        isOther(sex, known.sex) ? `性别：${known.sex ?? "无"} → ${sex}` : "",
        isOther(idcard, known.idcard) ? "更新身份证号" : "",
        changesPlaces
          ? `部门：${named(known.places.map(({ departmentId }) => departmentId)) || "无"} → ${now.join("；")}`
          : "",
        grant,
      ]
  return {
    line,
    change,
    what: `${name}（${account}）`,
    detail: details.filter((text) => text !== "").join("，"),
  }
}
