import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { searchKeys } from "../../db/queries/search-keys.ts"
import type { Db } from "../../db/open.ts"
import type { NewNode, OpenTree, StoredNode } from "./tree-table.ts"
import { sortStep } from "./tree-handlers.ts"

type Store = Pick<OpenTree, "nodes" | "add" | "change" | "place" | "setDisabled" | "remove">

interface Columns {
  readonly table: "grid" | "building"
  /** What is stored of a node's kind and of its note. */
  readonly kind: SQL
  readonly note: SQL
  readonly insert: (node: NewNode) => Readonly<Record<string, unknown>>
  readonly update: (texts: { readonly note: string }) => Readonly<Record<string, unknown>>
}

/** A tree of one organisation that is stored with the ids of the ancestors, as grids and buildings are. */
export function organisationTree(db: Db, org: Id, { table, kind, note, insert, update }: Columns): Store {
  const name = sql.identifier(table)
  return {
    async nodes() {
      const { rows } = await db.execute<StoredNode & Record<string, unknown>>(sql`
        select id::text as id, parent_id::text as "parentId", ${kind} as kind, name, '' as code, ${note} as note,
          is_disabled as "isDisabled"
        from ${name} where org_id = ${org} order by level, sort_no, id`)
      return rows
    },

    async add(node) {
      const columns = {
        org_id: org,
        parent_id: node.parentId,
        name: node.name,
        sort_no: node.sortNo,
        ...searchKeys(node.name),
        ...insert(node),
      }
      const names = Object.keys(columns).map((column) => sql.identifier(column))
      const values = Object.values(columns).map((value) => sql`${value}`)
      const { rows } = await db.execute<{ id: Id }>(sql`
        insert into ${name} (${sql.join(names, sql`, `)}, ids, level)
        select ${sql.join(values, sql`, `)}, above.ids, cardinality(above.ids)
        from (select coalesce((select array_append(ids, id) from ${name}
          where org_id = ${org} and id = ${node.parentId}::bigint), '{}') as ids) above
        returning id::text as id`)
      const [added] = rows
      if (!added) throw new Error(`A row of ${table} is not there after it was added`)
      return added.id
    },

    async change(id, { name: given, note: written }) {
      const { pinyin, initials } = searchKeys(given)
      const others = Object.entries(update({ note: written })).map(
        ([column, value]) => sql`, ${sql.identifier(column)} = ${value}`,
      )
      await db.execute(sql`
        update ${name} set name = ${given}, pinyin = ${pinyin}, initials = ${initials}${sql.join(others)}
        where org_id = ${org} and id = ${id}`)
    },

    async place(moved, parentId, order) {
      if (moved.parentId !== parentId)
        await db.execute(sql`
          update ${name} set
            parent_id = case when id = ${moved.id} then ${parentId}::bigint else parent_id end,
            ids = above.ids || case when id = ${moved.id} then '{}'
              else ${name}.ids[array_position(${name}.ids, ${moved.id}::bigint):] end,
            level = cardinality(above.ids) + case when id = ${moved.id} then 0
              else cardinality(${name}.ids) - array_position(${name}.ids, ${moved.id}::bigint) + 1 end
          from (select coalesce((select array_append(ids, id) from ${name}
            where org_id = ${org} and id = ${parentId}::bigint), '{}') as ids) above
          where org_id = ${org} and (id = ${moved.id} or ${name}.ids @> array[${moved.id}::bigint])`)
      await db.execute(sql`
        update ${name} set sort_no = placed.no * ${sortStep}::int
        from unnest(${sql.param([...order])}::bigint[]) with ordinality as placed (id, no)
        where ${name}.org_id = ${org} and ${name}.id = placed.id`)
    },

    async setDisabled(id, isDisabled) {
      await db.execute(
        sql`update ${name} set is_disabled = ${isDisabled} where org_id = ${org} and id = ${id}`,
      )
    },

    async remove({ id }) {
      await db.execute(sql`delete from ${name} where org_id = ${org} and id = ${id}`)
    },
  }
}
