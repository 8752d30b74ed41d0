// 账号与安全 shows what its person has linked.
export { OwnIdentities } from "./own-identities.tsx"
