import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { withoutDisabled } from "../../../db/queries/without-disabled.ts"
import { alarmLevels, alarmTypes } from "../../alarm-tables/public.ts"
import { schemesOf } from "../../assessments/public.ts"
import { knownGrids } from "../plan/plan-grids.ts"
import { knownModules } from "../plan/plan-modules.ts"
import { knownPoints, placePaths } from "../plan/plan-patrol-points.ts"
import { joined, organisationsFrom, type Reader } from "./present-rows.ts"

const grids: Reader = async (context, from, _limit, orgid) => {
  const { ids, nameOf, next } = await organisationsFrom(context, from, orgid)
  const all = (await knownGrids(context.db, ids)).filter(({ isDisabled }) => !isDisabled)
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const items = all
    .filter(({ ids: above }) => above.every((id) => names.has(id)))
    .toSorted((a, b) => ids.indexOf(a.orgId) - ids.indexOf(b.orgId))
    .map(({ ids: above, name, space, sortNo, orgId }) => ({
      name,
      parent: joined(above.flatMap((id) => names.get(id) ?? [])),
      space,
      sortNo,
      org: nameOf.get(orgId) ?? null,
    }))
  return { items, next }
}

/** All at once: they are some hundreds. What is out of use, or below what is, would be refused when it comes back. */
const modules: Reader = async ({ db }) => {
  const all = withoutDisabled(await knownModules(db))
  const codes = new Map(all.map(({ id, code }) => [id, code]))
  const items = all.map(({ code, name, parentId, sortNo }) => ({
    code,
    name,
    parent: parentId === null ? null : (codes.get(parentId) ?? null),
    sortNo,
  }))
  return { items, next: null }
}

const patrolPoints: Reader = async (context, from, _limit, orgid) => {
  const { ids, nameOf, next } = await organisationsFrom(context, from, orgid)
  const places = await placePaths(context.db, ids)
  const items = (await knownPoints(context.db, ids))
    .filter(({ isDisabled }) => !isDisabled)
    .toSorted((a, b) => ids.indexOf(a.orgId) - ids.indexOf(b.orgId))
    .map(({ name, placeId, sortNo, orgId }) => ({
      name,
      place: placeId === null ? null : places.nameOf(placeId),
      sortNo,
      org: nameOf.get(orgId) ?? null,
    }))
  return { items, next }
}

/** Of the own schemes those that still change. */
const assessmentItems: Reader = async ({ db, user: { user } }) => {
  const schemes = (await schemesOf(db, user.orgid)).filter(({ given }) => given === 0)
  const items = schemes.flatMap(({ title, items: own }) =>
    own.map(({ id: _id, group, asked, ...item }) => ({
      ...item,
      scheme: title,
      group: group || null,
      asked: asked || null,
    })),
  )
  return { items, next: null }
}

/** What is out of use would be refused when it comes back. */
const types: Reader = async ({ db }) => ({
  items: (await alarmTypes(db)).flatMap(({ code, name, isDisabled }) => (isDisabled ? [] : [{ code, name }])),
  next: null,
})

const levels: Reader = async ({ db }) => ({
  items: (await alarmLevels(db)).flatMap(({ isDisabled, version: _version, ...level }) =>
    isDisabled ? [] : [level],
  ),
  next: null,
})

/** DISTRICT-9, DISTRICT-11: what administrators arrange on pages of its own. */
export const tableReaders = {
  grids,
  modules,
  patrolPoints,
  assessmentItems,
  alarmTypes: types,
  alarmLevels: levels,
} satisfies Partial<Record<ImportKind, Reader>>
