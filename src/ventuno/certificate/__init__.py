"""WHAT a laboratory is handed: the returns of a variant beside the published ones, and how they were found.

`odds.work_out` finds every return, `certify.certify` everything a certificate says, once and as data;
`plain.as_plain` says it as JSON, `page.as_html` as one printable page. Nothing is imported here: a
command that only needs the returns does not load the page and its languages.
"""
