# Varnish 7.1 or later, with the modules xkey and std (Debian: varnish, varnish-modules), in front of the server.
#
#   varnishd -f /etc/varnish/founderlist.vcl -p http_gzip_support=off -s malloc,256m \
#     -a visitors=127.0.0.1:8080 -a purge=127.0.0.1:6082
#
# nginx or Caddy has TLS and passes requests to 127.0.0.1:8080 instead of 4321; their lines of the release may stay.
# http_gzip_support=off: the server compresses, also with Brotli. The server needs PURGE_URL=http://127.0.0.1:6082/ and
# TRUSTED_PROXIES=127.0.0.1. The listener "purge" takes purges; only this machine may reach it.
vcl 4.1;

import std;
import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "4321";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
    .probe = {
        .url = "/api/health/live";
        .interval = 500ms;
        .timeout = 2s;
        .window = 2;
        .threshold = 1;
        .initial = 1;
    }
}

sub vcl_recv {
    if (local.socket == "purge") {
        if (req.method != "POST" || !req.http.Surrogate-Key) {
            return (synth(400, "Surrogate-Key is required"));
        }
        return (synth(200, "purged " + xkey.softpurge(req.http.Surrogate-Key)));
    }
    if (req.restarts == 0) {
        unset req.http.X-Takes-Stale;
    }
    # Private answers. The cookie shows an owner, once, what a form has done.
    if ((req.method != "GET" && req.method != "HEAD") ||
        req.http.Authorization ||
        req.http.Cookie ~ "(^|;\s*)posted=" ||
        req.url ~ "^/api/(calendar|health|hooks|import|moderation|preview|publishing|search)([/?]|$)" ||
        req.url ~ "^/calendar/") {
        return (pass);
    }
    unset req.http.Cookie;
    # One copy for each encoding that the server makes.
    if (req.http.Accept-Encoding ~ "(?i)(^|[\s,])br\s*(,|$|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(?i)(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    # A purged or expired answer is sent only while the server is away, or has just failed to answer.
    if (std.healthy(req.backend_hint) && !req.http.X-Takes-Stale) {
        set req.grace = 0s;
    } else {
        set req.grace = 1d;
    }
    return (hash);
}

# No answer depends on the host, which a visitor can choose.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.status >= 500 && (bereq.is_bgfetch || !bereq.http.X-Takes-Stale)) {
        return (abandon);
    }
    if (beresp.http.Cache-Control ~ "s-maxage=" && !beresp.http.Set-Cookie) {
        set beresp.grace = 1d;
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        unset beresp.http.X-Request-Id;
    } elsif (beresp.http.Cache-Control ~ "immutable") {
        set beresp.grace = 1d;
        unset beresp.http.X-Request-Id;
    } else {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        set beresp.grace = 0s;
    }
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.is_bgfetch || (!bereq.uncacheable && !bereq.http.X-Takes-Stale)) {
        return (abandon);
    }
    set beresp.status = 503;
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    synthetic("the site cannot be reached right now, and nothing was saved: try again in a minute");
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
}

sub vcl_synth {
    # The server has failed: once more, now with the old answer if there is one.
    if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Takes-Stale = "yes";
        return (restart);
    }
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    if (resp.status >= 500) {
        set resp.status = 503;
        set resp.http.Retry-After = "5";
        synthetic("the site cannot be reached right now, and nothing was saved: try again in a minute");
    } else {
        synthetic(resp.reason);
    }
    return (deliver);
}

sub vcl_deliver {
    # Browsers ask each time, and get 304.
    if (resp.http.Cache-Control ~ "s-maxage=") {
        set resp.http.Cache-Control = "no-cache";
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.xkey;
    unset resp.http.Age;
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    return (deliver);
}
