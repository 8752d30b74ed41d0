import css from "./home.module.css"

/** The quiet end of the greeting card. */
export function Hills() {
  return (
    <svg
      className={css.hills}
      viewBox="0 0 360 120"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="128" cy="36" r="46" fill="#fff" fillOpacity=".06" />
      <circle cx="128" cy="36" r="22" fill="#ffdf9e" />
      <path d="M0 120c60-52 110-58 170-30s110 8 190-36v66z" fill="#fff" fillOpacity=".08" />
      <path d="M60 120c70-38 130-30 190-14s80-6 110-18v32z" fill="#fff" fillOpacity=".12" />
      <path d="M196 108V82h24V72l11-8 11 8v10h24v26z" fill="#fff" fillOpacity=".85" />
      <path d="M227 108V97a4 4 0 0 1 8 0v11z" fill="#1c5fd0" />
      <path d="M202 88h5v6h-5zM211 88h5v6h-5zM246 88h5v6h-5zM255 88h5v6h-5z" fill="#7fa6ee" />
      <path d="M231 64V52h9l-3 3 3 3h-9" fill="none" stroke="#fff" strokeWidth="1.5" />
      <path d="M0 120c50-9 110-12 180-12h180v12z" fill="#0c2c6e" fillOpacity=".35" />
      <ellipse cx="180" cy="98" rx="6" ry="9" fill="#9dbdf6" />
      <ellipse cx="282" cy="97" rx="7" ry="10" fill="#9dbdf6" />
      <ellipse cx="298" cy="100" rx="5" ry="7" fill="#7fa6ee" />
    </svg>
  )
}
