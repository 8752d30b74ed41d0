import { memo } from "react"

/** Line icons drawn for this product on a 24-unit grid; they take the colour of the text beside them. */
const drawings = {
  home: "M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z",
  apps: "M5 4.5h4.5V9H5zM14.5 4.5H19V9h-4.5zM5 14.5h4.5V19H5zM16.75 14.25v5M14.25 16.75h5",
  service: "M4 6.5h16v11H4zM4 10h16M8 14h5",
  manage: "M5 6h8M17 6h2M5 12h2M11 12h8M5 18h8M17 18h2M15 4v4M9 10v4M15 16v4",
  search: "M10.8 17.1a6.3 6.3 0 1 0 0-12.6 6.3 6.3 0 0 0 0 12.6ZM15.5 15.5 20 20",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M12 5V3",
  "bell-off": "M4 4l16 16M8.3 6.3A6 6 0 0 1 18 11v5M6.4 9.2A6 6 0 0 0 6 11v6l-1.5 1.5h14M10 21h4",
  sound: "M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11",
  "sound-off": "M4 9.5v5h3.5l5 4v-13l-5 4zM16 9.5l5 5M21 9.5l-5 5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
  moon: "M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8Z",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  phone:
    "M7.5 2.5h9a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 20V4a1.5 1.5 0 0 1 1.5-1.5ZM10.5 18.5h3",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-3.7 3.9-5.5 7.5-5.5s6.5 1.8 7.5 5.5",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.8-3.2 3.3-4.8 6.5-4.8s5.7 1.6 6.5 4.8M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 15c2 .7 3.4 2.2 4 4.5",
  exit: "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M17 8.5l3.5 3.5-3.5 3.5",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  fold: "M4 5.5h16M10 12h10M4 18.5h16M7 9.5 4.5 12 7 14.5",
  unfold: "M4 5.5h16M10 12h10M4 18.5h16M4.5 9.5 7 12l-2.5 2.5",
  right: "M9.5 6 15.5 12l-6 6",
  onwards: "M6 6.5 11.5 12 6 17.5M12.5 6.5 18 12l-5.5 5.5",
  back: "M19.5 12h-15M10 6.5 4.5 12l5.5 5.5",
  up: "M6 14.5 12 8.5l6 6",
  down: "M6 9.5 12 15.5l6-6",
  close: "M6 6l12 12M18 6 6 18",
  star: "m12 4 2.45 5.15 5.55.75-4.05 3.9 1 5.6L12 16.7l-4.95 2.7 1-5.6L4 9.9l5.55-.75z",
  scan: "M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M3 12h18",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  "eye-off":
    "M4 4l16 16M9.9 5.75A9.7 9.7 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.6A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.45 4.2-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2",
  key: "M8.5 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11.5 12.2 19 4.7M16 7.7l2.3 2.3M13.2 10.5l1.6 1.6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
  caps: "M12 4 4.5 11.5H8.5V15.5H15.5V11.5H19.5zM8.5 19.5h7",
  done: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.3 12.2l2.6 2.6 4.8-5.2",
  info: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.5v.5",
  caution: "M12 4 21 19.5H3zM12 10v4.5M12 16.8v.4",
  danger: "M8.3 3.5h7.4l4.8 4.8v7.4l-4.8 4.8H8.3l-4.8-4.8V8.3zM12 8v5M12 16v.4",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15",
  school: "M12 4 2.5 9 12 14l9.5-5zM6 11.2V16c0 1.4 2.7 3 6 3s6-1.6 6-3v-4.8M21.5 9v6",
  building: "M5 20.5V4.5h9v16M14 9.5h5v11M3 20.5h18M8 8.5h3M8 12.5h3M8 16.5h3M16.5 13.5v.5M16.5 17v.5",
  tree: "M9.5 4h5v4h-5zM3.5 16h5v4h-5zM15.5 16h5v4h-5zM12 8v4M6 16v-4h12v4",
  task: "M6 4.5h12v16H6zM9.5 3v3M14.5 3v3M9 11.5l1.2 1.2L12.5 10.5M9 16.5h6M15 12h.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  edit: "M4.5 19.5h4l10.5-10.5-4-4L4.5 15.5zM12.5 7.5l4 4",
  trash: "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6",
  check: "M5 12.5 10 17.5 19.5 7",
  chart: "M4 4v16h16M8 16v-4M12 16V8M16 16v-6",
  patrol:
    "M12 21s6.5-5.7 6.5-11a6.5 6.5 0 1 0-13 0C5.5 15.3 12 21 12 21ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  alarm: "M6.5 17v-4.5a5.5 5.5 0 0 1 11 0V17M4.5 20h15v-3h-15zM12 4V2.5M5.5 6.5l-1-1M18.5 6.5l1-1",
  drill: "M5 21V4M5 5h12l-2.5 4L17 13H5",
  news: "M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h3.5",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  message: "M4 5h16v11.5H11L6.5 20v-3.5H4zM8 9.5h8M8 12.5h5",
  folder: "M3.5 6h6l2 2.5h9v10.5h-17z",
  page: "M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12.5h6M9 16h6",
  window: "M3.5 5h17v14h-17zM3.5 9h17M6.3 7h.4M8.8 7h.4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 3.5l1 2.4 2.3 1 2.5-1 1.3 1.9-1.5 2.1.2 2.5 2.2 1.5-.8 2.2-2.6.2-1.6 1.9.3 2.6-2.2.7-1.8-1.9H11l-1.8 1.9-2.2-.7.3-2.6-1.6-1.9-2.6-.2-.8-2.2 2.2-1.5.2-2.5-1.5-2.1 1.3-1.9 2.5 1 2.3-1z",
  shield: "M12 3.5 19.5 6.5V12c0 4.2-3 7.2-7.5 8.7C7.5 19.2 4.5 16.2 4.5 12V6.5zM9 12l2.2 2.2L15.2 10",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4M8 14.5h.5M12 14.5h.5M16 14.5h.5",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  globe:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5Z",
  outside: "M13.5 4.5h6v6M19.5 4.5 11 13M17.5 14v5.5h-13v-13H10",
  enter: "M19.5 6v6.5h-14M9 9l-3.5 3.5L9 16",
  rise: "M12 19.5v-14M6.5 10.5 12 5l5.5 5.5",
  fall: "M12 4.5v14M6.5 13.5 12 19l5.5-5.5",
  level: "M4.5 12h15M14.5 7.5 19 12l-4.5 4.5",
  pin: "M9 4h6l-.7 6 3.2 3.5h-11L9.7 10zM12 13.5v7",
  move: "M12 3.5v17M3.5 12h17M9.5 6 12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5 3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5",
  table: "M4 5h16v14H4zM4 9.7h16M4 14.3h16M10 5v14",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15",
} as const

export type IconName = keyof typeof drawings

export function isIconName(name: string): name is IconName {
  return Object.keys(drawings).includes(name)
}

interface IconLooks {
  readonly name: IconName
  readonly sizePx?: number
  readonly isFilled?: boolean
}

/** A page has more than a hundred of them, which stay as they are when it is drawn again. */
export const Icon = memo(function Icon({ name, sizePx = 18, isFilled = false }: IconLooks) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 24 24"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  )
})
