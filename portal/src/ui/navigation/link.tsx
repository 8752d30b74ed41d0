import { useContext, useMemo, type ComponentPropsWithRef, type MouseEvent } from "react"
import { UNSAFE_NavigationContext as NavigationContext, createPath, type Path } from "react-router"

const outside = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

interface LinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** A place of the portal from its root, or an address of another site. */
  readonly to: string | Partial<Path>
  /** Back does not lead to the page that is left. */
  readonly replace?: boolean
}

/**
 * A link to a place of the portal. The router's own is drawn again at every change of the address, because it could be relative to it;
 * a page has a hundred of them, so that each change of the page paid for all (OPS-9).
 */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const { navigator } = useContext(NavigationContext)
  const path = typeof to === "string" ? to : createPath(to)
  const isOutside = outside.test(path)
  const href = useMemo(() => (isOutside ? path : navigator.createHref(path)), [isOutside, path, navigator])

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented || isOutside || !isPlainPress(event, rest.target)) return
    event.preventDefault()
    // The page that is open already makes no second entry, as with any link.
    if (replace || event.currentTarget.href === window.location.href) navigator.replace(path)
    else navigator.push(path)
  }

  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** Any other press is the browser's: a new tab, a new window, a download. */
function isPlainPress(event: MouseEvent, target: string | undefined): boolean {
  const hasKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !hasKey && (target === undefined || target === "_self")
}
