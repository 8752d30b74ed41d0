/**
 * What `npm test` leaves out, so that it stays short: the same page in another colour or width, rarer variants of what another
 * test shows, and files that need a product of their own for it. `npm run e2e` with `ALL=on`, and `npm run soak`, run everything.
 */
const variants =
  /axe finds nothing (on a phone|on the login page|in the shell|on the pages|on the account page|in the logs|on \/(demo1|main\/demo)|in the dialog|in the slider|on the code's page|on \w+Login,|on the other ways).*(dark|390)/

/** Long stories; what they show is proven piece by piece in the server's and the pages' own tests as well. */
const stories =
  /(manage|directory|hazards|lists|notice-receipts|rich-notices|assessments|drills|imports|tasks|patrols|demo|unlock|news|domains-below|transfers|roles|hosted-operation|work\/alarms)\.test\.ts/

const rarer = [
  /alarm-room\.test\.ts.*(1920x1080|1366x768)/,
  /alarm-over-dialog\.test\.ts.*1366x768/,
  /high-contrast\.test\.ts/,
  /activation\.test\.ts/,
  /update\.test\.ts.*a missing picker needs/,
  /scan-codes\.test\.ts.*plain http explains/,
  /login-variants\.test\.ts.*gzLogin: news and links/,
  /picker-trees\.test\.ts.*one building of one level/,
  /account\.test\.ts/,
  /demo-messages\.test\.ts/,
  /qrcode\.test\.ts/,
  /login-variants\.test\.ts.*(a phone instead|adminLogin|newLogin, QR|newLogin, SMS|the first failure adds|that is closed leads|takes over 5 s|an expired code|going back from the second|an unknown phone|news that can't|QR: refused|QR: asked each|worked with the arrow|the other ways in|axe finds nothing|scrolling sideways)/,
  /logs\.test\.ts.*(has words for|can't be read)/,
  /reauth\.test\.ts.*(a wrong factor|refused by the server itself|a poll that fails|a press beside|at once are one|who would not|after 180 s)/,
  /running\.test\.ts.*(killed under load|running request finish|kill -9|served already)/,
  /hosted-attacks\.test\.ts.*200 hostile addresses/,
  /bridge\.test\.ts.*get no answer/,
  /picker-person\.test\.ts.*a pasted list/,
  /slider\.test\.ts.*(picture after picture|310 and 410 pixels|a failed check)/,
  /login\.test\.ts.*(bureau goes on|after a sign-out no place)/,
  /requests\.test\.ts.*(500|404|the network down) while the guard/,
  /(logs|reauth)\.test\.ts.*axe finds nothing/,
  /dev\.test\.ts/,
  /plain-http-events\.test\.ts.*ten tabs/,
  /older-chromium.*update\.test\.ts/,
  /update\.test\.ts.*(an article|can't keep|broken too)/,
  // What a browser that keeps failures can load, one that forgets them can too.
  /^chromium.*chunks\.test\.ts.*(500|cut connection|fails twice|which failed|fails once|failing on|in the dark|dark theme)/,
  /older-chromium.*chunks\.test\.ts.*(500|cut connection|which failed|a picker that failed)/,
  /bare-services\.test\.ts.*a search finds what was loaded/,
  /older-chromium.*looks\.test\.ts.*(had to scroll|beside a hosted)/,
  /looks\.test\.ts.*axe finds nothing (on a phone|on the page of news columns)/,
  /requests\.test\.ts.*(404: the menu|500: the menu|no JSON: the menu|the network down: the menu)/,
  /notices\.test\.ts.*the picture shows/,
  /trees\.test\.ts.*an unknown warning type/,
  /spreadsheets\.test\.ts/,
  /home\.test\.ts.*arranged by keyboard and pointer/,
  /plain-http\.test\.ts.*refuses to copy/,
  /slider\.test\.ts.*axe finds nothing/,
  /chunks\.test\.ts.*(in the dark|dark theme|the first style sheet failing|a script that it imports failing)/,
  /reauth\.test\.ts.*(the countdown from|cancelled by (×|Escape))/,
  /menus\.test\.ts.*(another user on the same browser|somebody else has signed in|by full pinyin|by initials)/,
  /banner\.test\.ts.*(Edge|Firefox|Safari|Opera) does not see/,
  /trees\.test\.ts.*(grids|buildings|modules|areas)/,
  /scroll-bars\.test\.ts.*(form in a dialog)/,
  /tied-organisations\.test\.ts.*BARE-10/,
  /refused-start\.test\.ts.*BARE-1[28]/,
  /picker-(person|trees)\.test\.ts.*on a phone/,
  /zoom\.test\.ts.*(at (100|125|200) % zoom|text at 200 %)/,
  /scroll-bars\.test\.ts.*(1920|390) ×/,
  /stopping\.test\.ts.*(two processes are restarted|a second Ctrl-C|cut off)/,
  /older-chromium.*routes\.test\.ts/,
  /^chromium.*chunks\.test\.ts.*(style sheet can't|reached at all|that hangs|whoever opened|part of the login|signing in says)/,
  /older-chromium.*looks\.test\.ts/,
  /reauth\.test\.ts.*(an empty password|errtype 1|cancelled by the button)/,
  /scan-codes\.test\.ts.*(something else|two cameras|on a desktop)/,
  /menus\.test\.ts.*(works in a fresh tab|finds an item by text)/,
  /looks\.test\.ts.*(the folded menu|back closes the search|the focus returns|a starred page)/,
  /home\.test\.ts.*each audience has its cards/,
  /slider\.test\.ts.*(refresh brings another|no picture)/,
  /phones\.test\.ts.*(lying|makes the page smaller)/,
  /offline\.test\.ts.*the worker's script/,
  /domains\.test\.ts.*open pages keep their content/,
  /refused-start\.test\.ts/,
  /login\.test\.ts.*(a session of school ended|there for another account)/,
  /logs\.test\.ts.*finds sign-ins/,
]

export const long: readonly RegExp[] = [variants, stories, ...rarer]
