import { BarChart, LineChart } from "echarts/charts"
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components"
import { init, use } from "echarts/core"
import { CanvasRenderer } from "echarts/renderers"
import type { ChartFacts } from "./chart-facts.ts"
import { themes, type ThemeName } from "../theme/theme.ts"

// Only what is used here is bundled.
use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

interface Drawn {
  readonly facts: ChartFacts
  readonly theme: ThemeName
  readonly onOpen: ((at: number) => void) | null
}

export interface ChartEngine {
  readonly draw: typeof draw
}

/** Returns what removes it. */
export function draw(place: HTMLElement, drawn: Drawn): () => void {
  const chart = init(place)
  chart.setOption(optionOf(drawn))
  const { onOpen } = drawn
  if (onOpen) chart.on("click", ({ dataIndex }) => onOpen(dataIndex))
  // The observer reports immediately, also without a change, and once more when the page is gone: drawing then would delay
  // the next page.
  const resize = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = place
    if (width > 0 && (width !== chart.getWidth() || height !== chart.getHeight())) chart.resize()
  })
  resize.observe(place)
  return () => {
    resize.disconnect()
    chart.dispose()
  }
}

type Option = Parameters<ReturnType<typeof init>["setOption"]>[0]

/** So many horizontal bars have room for their names; the table has all. */
const rowsAtMost = 8

function optionOf({ facts: { kind, unit, ...facts }, theme, onOpen }: Drawn): Option {
  const drawn = kind === "rows" ? rowsAtMost : facts.names.length
  const names = facts.names.slice(0, drawn)
  const series = facts.series.map((one) => ({ ...one, values: one.values.slice(0, drawn) }))
  const palette = themes[theme]
  const isSeveral = series.length > 1
  const words = { color: palette.textFaint, fontSize: 12 }
  const category = {
    type: "category" as const,
    data: names,
    axisLabel: {
      ...words,
      ...(kind === "rows" && { width: 96, overflow: "truncate" as const, interval: 0, fontSize: 11 }),
    },
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    ...(kind === "rows" && { inverse: true }),
  }
  const value = {
    type: "value" as const,
    minInterval: 1,
    axisLabel: words,
    splitLine: { lineStyle: { color: palette.line } },
  }
  return {
    animation: false,
    // Patterns too, for people who do not see the colours.
    aria: { enabled: true, decal: { show: isSeveral } },
    grid: {
      left: 4,
      right: 16,
      top: isSeveral ? 32 : 12,
      bottom: 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      valueFormatter: (number: unknown) => `${String(number)} ${unit}`,
    },
    ...(isSeveral && {
      legend: { top: 0, right: 0, itemHeight: 10, itemWidth: 16, textStyle: { color: palette.textSoft } },
    }),
    xAxis: kind === "rows" ? value : category,
    yAxis: kind === "rows" ? category : value,
    series: series.map(({ name, values, tone }) => {
      const color = palette[tone]
      const common = { name, data: values, color, cursor: onOpen ? "pointer" : "default" }
      return kind === "line"
        ? {
            ...common,
            type: "line" as const,
            symbolSize: 6,
            showSymbol: values.length < 16,
            triggerLineEvent: true,
            lineStyle: { width: 2 },
            areaStyle: { opacity: 0.1 },
          }
        : {
            ...common,
            type: "bar" as const,
            barMaxWidth: 18,
            ...(isSeveral && kind !== "pairs" && { stack: "all" }),
          }
    }),
  }
}
