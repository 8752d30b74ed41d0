// @ts-nocheck: stands in a page of its own, as a classic script.
;(function () {
  "use strict"
  var everyMs = 5000
  function stored(key) {
    try {
      return window.localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function two(number) {
    return (number < 10 ? "0" : "") + number
  }
  var theme = stored("uc:theme")
  if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme)

  var since = Number(stored("uc:last-reached"))
  if (since > 0) {
    var then = new Date(since)
    var clock = two(then.getHours()) + ":" + two(then.getMinutes())
    var isToday = then.toDateString() === new Date().toDateString()
    var day = isToday ? "" : then.getMonth() + 1 + "月" + then.getDate() + "日 "
    document.getElementById("since").textContent = "自 " + day + clock + " 起没有连接成功。"
  }
  if (navigator.onLine)
    document.getElementById("title").textContent = document.body.getAttribute("data-unreached")

  function reload() {
    window.location.reload()
  }
  document.getElementById("retry").addEventListener("click", reload)
  window.addEventListener("online", reload)
  /* A network may be there while the server is not: then nothing says that it is back. */
  setInterval(function () {
    window.fetch(window.location.pathname, { method: "HEAD", cache: "no-store" }).then(reload, function () {})
  }, everyMs)
})()
