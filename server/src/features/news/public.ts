// Whoever may read a piece of news may see the pictures inside of it.
export { seesNews } from "./sees-news.ts"
