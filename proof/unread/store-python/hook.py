"""A hook: JSON from standard input goes to the private control port of the server."""
import os
import socket
import sys

port = int(sys.argv[1] if len(sys.argv) > 1 else os.environ.get('STORE_CONTROL_PORT', '9750'))
data = sys.stdin.buffer.read()
with socket.create_connection(('127.0.0.1', port), timeout=40) as s:
    s.sendall(b'POST / HTTP/1.0\r\nHost: control\r\nContent-Length: %d\r\n\r\n' % len(data) + data)
    reply = b''
    while True:
        part = s.recv(65536)
        if not part:
            break
        reply += part
head, _, body = reply.partition(b'\r\n\r\n')
status = int(head.split()[1])
sys.stdout.write(body.decode() + '\n')
sys.exit(0 if status == 200 else 127 if status == 501 else 1)
