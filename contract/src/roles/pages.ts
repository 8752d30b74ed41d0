import type { PermissionId } from "./permission-id.ts"

/**
 * DISTRICT-8: pages that need a permission. Menus leading to them are shown to those who hold it, and nobody else is led there; a
 * page that is not here is for everybody who is signed in.
 */
export const pagePermissions: Readonly<Record<string, PermissionId>> = {
  "/domain": "domains.manage",
  "/main/applicationAccess": "applications.manage",
  "/main/identitySources": "applications.manage",
  "/main/assessments": "assessments.read",
  "/main/alarmSources": "alarmSources.manage",
  "/main/newsColumns": "news.manage",
  "/main/newsAdmin": "news.manage",
  "/main/newsEditor": "news.manage",
  "/main/friendLinks": "news.manage",
  "/main/menus": "menus.preview",
  "/main/dictionary": "dictionary.manage",
  "/main/grids": "grids.manage",
  "/main/buildings": "buildings.manage",
  "/main/modules": "modules.manage",
  "/main/areas": "areas.manage",
  "/main/alarmTypes": "alarmTables.manage",
  "/main/signedIn": "online.manage",
  "/main/imports": "imports.use",
  "/main/logs": "logs.read",
  "/main/roles": "roles.manage",
  "/main/status": "status.read",
}

export function permissionOfPage(path: string): PermissionId | null {
  const plain = path.split(/[?#]/)[0] ?? ""
  return pagePermissions[plain] ?? null
}
