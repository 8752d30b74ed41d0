// @ts-nocheck: old browsers know members that the types of today have forgotten.
/* oxlint-disable no-unused-vars, prefer-add-event-listener, prefer-string-starts-ends-with -- Internet Explorer 8 knows neither another way. */
/*
 * Runs ahead of the bundle as a classic script, also where the bundle can't run (SHELL-2): ECMAScript 5 only,
 * early.test.ts holds it to that. The banner's style sheet is fetched only by a browser that sees the banner.
 */
;(function () {
  "use strict"
  var page = document.documentElement
  var chosenKey = "uc:theme"
  var dismissedKey = "uc:browser-banner"

  /* A browser may refuse storage altogether; then there is simply nothing remembered. */
  function stored(area, key) {
    try {
      return window[area].getItem(key)
    } catch (refused) {
      return null
    }
  }

  var theme = stored("localStorage", chosenKey)
  if (theme === "light" || theme === "dark") page.setAttribute("data-theme", theme)

  /*
   * Nobody waits for the bundle to say what the page needs: it is fetched beside it, for the signed-in the home page's parts,
   * for all others the login page's. In the document both lists stand before this script.
   */
  function fetchAhead() {
    var isSignedIn = /^#\/main\/(?!demo)/.test(window.location.hash)
    var list = document.getElementById(isSignedIn ? "signed-in-parts" : "login-parts")
    if (!list) return
    var head = document.getElementsByTagName("head")[0]
    var run = list.getAttribute("data-run")
    var scripts = run ? run.split(" ") : []
    for (var no = 0; no < scripts.length; no++) {
      var script = document.createElement("script")
      script.type = "module"
      script.crossOrigin = "anonymous"
      script.src = scripts[no]
      head.appendChild(script)
    }
    var parts = list.getAttribute("content").split(" ")
    for (var at = 0; at < parts.length; at++) {
      var link = document.createElement("link")
      var isSheet = /\.css$/.test(parts[at])
      link.rel = isSheet ? "preload" : "modulepreload"
      if (isSheet) link.as = "style"
      link.crossOrigin = "anonymous"
      link.href = parts[at]
      head.appendChild(link)
    }
  }
  if (document.createElement("link").relList) fetchAhead()

  var agent = navigator.userAgent
  /* Old Opera calls itself MSIE as well, so it is asked first. */
  var isOldExplorer = !/Opera|OPR\//.test(agent) && /MSIE |Trident\//.test(agent)
  if (!isOldExplorer || stored("sessionStorage", dismissedKey) === "1") return

  function show() {
    var banner = document.getElementById("browser-banner")
    var close = document.getElementById("browser-banner-close")
    var boot = document.getElementById("boot-words")
    if (!banner || !close) return
    var sheet = document.createElement("link")
    sheet.rel = "stylesheet"
    sheet.href = banner.getAttribute("data-sheet")
    document.getElementsByTagName("head")[0].appendChild(sheet)
    banner.removeAttribute("hidden")
    banner.style.display = "block"
    if (boot) boot.innerHTML = "当前浏览器版本过低，无法打开本系统，请更换浏览器后访问。"
    close.onclick = function () {
      banner.style.display = "none"
      try {
        window.sessionStorage.setItem(dismissedKey, "1")
      } catch (refused) {
        /* Dismissed for this page at least. */
      }
    }
  }

  /* Internet Explorer 8 has neither DOMContentLoaded nor addEventListener. */
  if (document.addEventListener) document.addEventListener("DOMContentLoaded", show)
  else window.attachEvent("onload", show)
})()
