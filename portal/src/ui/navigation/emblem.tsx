/** The site's sign: a shield that holds a person. The same drawing as emblem.svg beside it, the icon of the tab. */
export function Emblem({ sizePx = 32 }: { readonly sizePx?: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--brand-fill)" />
      <path d="M16 6.2 25 10v6.2c0 5-3.7 8.3-9 10-5.3-1.7-9-5-9-10V10z" fill="#fff" fillOpacity=".18" />
      <path
        d="M16 6.2 25 10v6.2c0 5-3.7 8.3-9 10-5.3-1.7-9-5-9-10V10z"
        fill="none"
        stroke="#fff"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="13.4" r="2.7" fill="#fff" />
      <path
        d="M11 20.4c.7-2.7 2.6-4 5-4s4.3 1.3 5 4"
        fill="none"
        stroke="#fff"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  )
}
