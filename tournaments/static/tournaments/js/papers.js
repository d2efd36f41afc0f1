// Papers: the picture of the first page follows what is chosen beside it.
"use strict";

function show(form) {
  const picture = form.querySelector("img.sheet");
  if (!picture) return;
  const asked = new URLSearchParams(new FormData(form));
  asked.delete("csrfmiddlewaretoken");
  asked.delete("kind");
  const address = new URL(picture.src);
  asked.set("v", address.searchParams.get("v"));
  address.search = asked;
  if (address.href !== picture.src) picture.src = address.href;
}

for (const form of document.querySelectorAll("form.print")) {
  form.addEventListener("change", () => show(form));
  show(form); // a browser that came back kept what was chosen
}
