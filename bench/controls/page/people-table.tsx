import type { ReactNode } from "react"
import { schoolName, type Person } from "./people.ts"

interface PeopleTableProps {
  readonly rows: readonly Person[]
  readonly renderMenu: (person: Person) => ReactNode
}

/** A plain table: the variants are compared by their controls. */
export function PeopleTable({ rows, renderMenu }: PeopleTableProps) {
  return (
    <table className="list" aria-label="人员">
      <thead>
        <tr>
          <th scope="col">姓名</th>
          <th scope="col">学校</th>
          <th scope="col">入职日期</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <tr key={person.key}>
            <td>{person.name}</td>
            <td>{schoolName(person.school)}</td>
            <td>{person.day}</td>
            <td>{renderMenu(person)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
