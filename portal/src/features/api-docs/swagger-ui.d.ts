declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface State {
    readonly getIn: (path: readonly unknown[]) => unknown
  }
  type Drawn = unknown
  type Draw = (properties: { readonly getComponent: (name: string, isConnected: true) => Draw }) => Drawn
  /** What the library is made of: its own React, which is not the portal's. */
  interface System {
    readonly React: {
      readonly createElement: (what: Draw | string, properties?: object, ...children: Drawn[]) => Drawn
    }
  }
  interface LayoutPlugin {
    readonly components: Readonly<Record<string, Draw>>
  }
  export type Plugin = StatePlugin | ((system: System) => LayoutPlugin)
  /** The parts of a plugin that are used here. */
  interface StatePlugin {
    readonly statePlugins: {
      readonly spec: {
        readonly wrapActions: Readonly<Record<string, () => () => { readonly type: string }>>
        readonly wrapSelectors: Readonly<
          Record<string, () => (state: State, path: readonly string[]) => unknown>
        >
      }
    }
  }
  interface Options {
    readonly domNode: Element
    readonly spec: object
    readonly supportedSubmitMethods: readonly string[]
    readonly docExpansion: "none" | "list"
    readonly defaultModelsExpandDepth: number
    readonly displayOperationId: boolean
    readonly filter: boolean
    readonly deepLinking: boolean
    readonly validatorUrl: null
    /** The name of a component. */
    readonly layout: string
    readonly plugins: readonly Plugin[]
    readonly syntaxHighlight: { readonly activated: false }
    readonly onComplete: () => void
  }
  export default function SwaggerUI(options: Options): unknown
}
