// The page of a one-time link (templates/access/sign_in.html): `manage.py up` opens it in the browser of
// its own machine with #sign-in, and nobody has to press the button. Whatever only looks at a link in
// advance sends no fragment and runs no script, so it does not use the link up.
if (location.hash === "#sign-in") document.querySelector("form[data-sign-in]").requestSubmit();
