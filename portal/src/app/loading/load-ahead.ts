import { startCalls } from "@uc/contract/core/start-calls"
import { requestAhead } from "../../platform/http/request-ahead.ts"

/*
 * Run by boot.js long before the rest of the bundle: requests the user for signed-in pages (SHELL-3), and with the home
 * page its first cards. It must not import React or zod.
 */
const place = window.location.hash
if (/^#\/main\/(?!demo)/.test(place)) void requestAhead(startCalls.currentUser)
if (/^#\/main\/home(?:$|\?)/.test(place)) {
  void requestAhead(startCalls.layout, "?type=home")
  void requestAhead(startCalls.pins)
  void requestAhead(startCalls.comparison)
}
