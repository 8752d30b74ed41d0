// Lists and forms show the labels of codes and offer them as choices.
export { useCodes, useRemarks } from "./use-codes.ts"
export { useUsertypes } from "./use-usertypes.ts"
