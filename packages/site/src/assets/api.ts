/**
 * Sends what a reader put into the form of an operation, from the reader's browser and without cookies. Loaded by the
 * pages that have such forms.
 */
export const api = `(function () {
  "use strict"
  var show = function () {
    document.querySelectorAll("form.try").forEach(function (form) { form.hidden = false })
  }
  var requestOf = function (form) {
    var address = form.dataset.url
    var query = []
    var headers = {}
    form.querySelectorAll("input").forEach(function (input) {
      var name = input.dataset.name
      var value = input.value
      var place = input.dataset.in
      if (place === "path") address = address.split("{" + name + "}").join(encodeURIComponent(value))
      else if (value === "") return
      else if (place === "query") query.push(encodeURIComponent(name) + "=" + encodeURIComponent(value))
      else headers[name] = (input.dataset.prefix || "") + value
    })
    if (query.length) address += (address.indexOf("?") < 0 ? "?" : "&") + query.join("&")
    return { address: address, headers: headers }
  }
  document.addEventListener("submit", function (event) {
    var form = event.target
    if (!form.matches("form.try")) return
    event.preventDefault()
    var answer = form.querySelector(".try-answer")
    var button = form.querySelector("button")
    var tell = function (line, text) {
      var head = document.createElement("p")
      head.textContent = line
      answer.replaceChildren(head)
      if (!text) return
      var box = document.createElement("pre")
      box.tabIndex = 0
      box.textContent = text.slice(0, 100000)
      answer.append(box)
    }
    var request = requestOf(form)
    var begun = performance.now()
    button.disabled = true
    Promise.resolve().then(function () {
      return fetch(request.address, { headers: request.headers, credentials: "omit", referrerPolicy: "no-referrer" })
    }).then(function (response) {
      return response.text().then(function (text) {
        try { text = JSON.stringify(JSON.parse(text), null, 2) } catch (error) {}
        tell(response.status + " " + response.statusText + " · " + Math.round(performance.now() - begun) + " ms", text)
      })
    }).catch(function () { tell(form.dataset.failed) }).then(function () { button.disabled = false })
  })
  addEventListener("octavo:page", show)
  show()
})()
`
