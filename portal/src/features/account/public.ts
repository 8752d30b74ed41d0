// A sign-in leads to the page that the person has chosen.
export { homePageOf } from "./home-page.ts"
