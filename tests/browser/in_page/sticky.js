position => document.querySelectorAll('.actions').forEach(one => { one.style.position = position; })
