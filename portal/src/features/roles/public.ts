// A person's drawer shows which roles they were given.
export { RolesOfPerson } from "./roles-of-person.tsx"
