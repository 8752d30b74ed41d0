declare module "virtual:variant" {
  const Page: import("react").ComponentType
  export default Page
}
