/** A page of the own machine counts as secure in browsers, whatever its scheme. */
const ownMachine = /^(?:localhost|.*\.localhost|127(?:\.[0-9]+){3}|\[::1\])$/

export const mixedContentMessage =
  "门户使用 https，浏览器会拦截 http:// 地址的页面（混合内容），请让网站支持 https 后改用 https:// 地址"

/**
 * DISTRICT-12: the sentence about an `http://` address that a portal on https would have to frame: browsers block it, so
 * it is told when it is saved. Null: nothing is wrong. An entry without a scheme means https as well.
 */
export function mixedContentProblem(address: string, portal: string): string | null {
  if (!/^https:/i.test(portal) || !/^\s*http:\/\//i.test(address)) return null
  try {
    return ownMachine.test(new URL(address).hostname) ? null : mixedContentMessage
  } catch {
    return null
  }
}
