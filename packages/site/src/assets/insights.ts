/**
 * What readers do, told to the site alone: pages that they open, what they search for, what they think of a page. Who
 * asks not to be tracked is not. A visit is known by a random word in the tab, a reader only where the site says so.
 */
export const insights = `
(function () {
  "use strict"
  var quiet = navigator.doNotTrack === "1" || navigator.globalPrivacyControl === true
  var word = function (store, name) {
    try {
      var known = store.getItem(name)
      if (!known) store.setItem(name, known = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2))
      return known
    } catch (error) { return "none" }
  }
  var tell = function (event) {
    var words = document.body.dataset
    if (quiet || words.insights === undefined) return
    event.path = location.pathname
    event.search = location.search
    event.session = word(sessionStorage, "octavo-session")
    event.visitor = words.insights === "known" ? word(localStorage, "octavo-visitor") : event.session
    event.referrer = document.referrer
    fetch(words.base + "/~insights", {
      method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body: JSON.stringify(event)
    }).catch(function () {})
  }
  addEventListener("octavo:event", function (event) { tell(event.detail) })

  var rate = function (button) {
    var box = button.closest(".feedback")
    all(".feedback button[value]").forEach(function (one) { one.setAttribute("aria-pressed", one === button) })
    tell({ type: "page_post_feedback", rating: button.value })
    var form = box.querySelector("form")
    form.hidden = false
    form.querySelector("textarea").focus()
  }
  var all = function (selector) { return Array.from(document.querySelectorAll(selector)) }
  addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest(".feedback button[value]")
    if (button) rate(button)
  })
  addEventListener("submit", function (event) {
    var box = event.target.closest(".feedback")
    if (!box) return
    event.preventDefault()
    var comment = event.target.querySelector("textarea").value.trim()
    var chosen = box.querySelector("[aria-pressed=true]")
    if (comment) tell({ type: "page_post_feedback_comment", rating: chosen.value, comment: comment })
    event.target.hidden = true
    box.querySelector("[role=status]").textContent = box.dataset.thanks
  })

  addEventListener("octavo:page", function () { tell({ type: "page_view" }) })
  tell({ type: "page_view" })
})()
`
