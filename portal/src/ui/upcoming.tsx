import { Link } from "react-router"
import { buttonClass } from "./button.tsx"
import { Face } from "./face.tsx"
import { Icon } from "./icon.tsx"

interface UpcomingProps {
  readonly title: string
  readonly words: string
  /** What a person will be able to do here. */
  readonly will: readonly string[]
}

/** An honest page for what is not there yet: says what will be here, promises no date, leads home. */
export function Upcoming({ title, words, will }: UpcomingProps) {
  return (
    <Face
      isPage
      art="upcoming"
      badge="建设中，暂不可用"
      title={title}
      words={words}
      list={
        will.length > 0 &&
        will.map((item) => (
          <li key={item}>
            <Icon name="check" sizePx={16} />
            {item}
          </li>
        ))
      }
      actions={
        <Link to="/main/home" className={buttonClass({ look: "primary" })}>
          返回首页
        </Link>
      }
    />
  )
}
