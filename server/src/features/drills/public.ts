// What people are told to do stands in the plans of their organisation.
export { kindOf, plansFor } from "./drill-plans.store.ts"
